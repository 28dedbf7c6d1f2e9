import { IconChevronDown } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.js';
import { groupStop, type BoardLine } from './board-lines.js';
import { optionId } from './option-id.js';
import classes from './board-group.module.css';

interface BoardGroupProps {
  line: Extract<BoardLine, { kind: 'group' }>;
  cursor: string | null;
  onToggle: (group: string) => void;
}

/** The head of a group; a click or ⏎ folds it. */
export function BoardGroup({ line, cursor, onToggle }: BoardGroupProps) {
  const stop = groupStop(line.key);
  return (
    <div
      id={optionId(stop)}
      role="option"
      aria-selected={stop === cursor}
      className={classes['group']}
      data-folded={line.folded || undefined}
      onClick={() => onToggle(line.key)}
    >
      <Icon of={IconChevronDown} size={13} />
      <span className="cut">{line.title}</span>
      <span className={`${classes['count']} num`}>{line.count.toLocaleString('en')}</span>
      <span className="unseen">
        {line.count === 1 ? 'session' : 'sessions'}, {line.folded ? 'folded' : 'unfolded'}
      </span>
    </div>
  );
}
