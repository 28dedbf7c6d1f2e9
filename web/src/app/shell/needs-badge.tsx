import classes from './needs-badge.module.css';

const MOST = 999;

/** How many sessions need a person; nothing where none does. */
export function NeedsBadge({ count, className }: { count: number; className?: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className={[classes['badge'], 'num', className].filter(Boolean).join(' ')} title={`${count} need you`}>
      {count > MOST ? `${MOST}+` : count}
      <span className="unseen"> need you</span>
    </span>
  );
}
