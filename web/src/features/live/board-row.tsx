import { IconPinFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useHost, useSession } from '../../app/dashboard-state.js';
import { Age } from '../../ui/age.js';
import { Icon } from '../../ui/icon.js';
import { LifecycleChip } from '../../ui/lifecycle-chip.js';
import { Mark } from '../../ui/mark.js';
import { memory } from '../../ui/memory.js';
import { NowText } from '../../ui/now-text.js';
import { StatusChip } from '../../ui/status-chip.js';
import { boardOption } from './board-option.js';
import { tellingFolder } from './titles.js';
import classes from './board-row.module.css';

export interface BoardItemProps {
  id: string;
  selected: boolean;
  /** Its title is another one's too. */
  shared: boolean;
  position: number;
  total: number;
  onPick: (id: string) => void;
}

/** One session in one line. It reads its session itself, so that a change draws this row and no other. */
export const BoardRow = memo(function BoardRow(props: BoardItemProps & { member: 'first' | 'next' | null }) {
  const { id, member, shared } = props;
  const session = useSession(id);
  const host = useHost(session?.hostId ?? '');
  if (!session) return null;
  const folder = shared ? tellingFolder(session) : null;
  const origin = session.agent ?? session.originLabel;
  return (
    <Link
      {...boardOption(session, props)}
      className={classes['row']}
      data-guess={session.statusReason.guess || undefined}
    >
      {session.pinned && (
        <span className={classes['pin']} title="Pinned">
          <Icon of={IconPinFilled} size={10} />
        </span>
      )}
      <span className={classes['status']}>
        <StatusChip session={session} />
      </span>
      <span className={classes['title']}>
        {member && <i className={classes['member']} data-place={member} />}
        <b className="cut" title={session.title}>
          {session.title}
        </b>
        {folder !== null && <span className={classes['aside']}>{folder}</span>}
        {origin !== null && <span className={classes['aside']}>{origin}</span>}
        <LifecycleChip session={session} />
      </span>
      <span className={classes['now']}>
        {session.marks.map((mark) => (
          <span key={mark} data-mark="">
            <Mark name={mark} />
          </span>
        ))}
        <NowText session={session} />
      </span>
      <span className={`${classes['host']} cut`}>{host?.name}</span>
      <Age className={classes['age']} since={session.statusReason.at} />
      <span className={`${classes['memory']} num`}>
        {session.memoryBytes === null ? '' : memory(session.memoryBytes)}
      </span>
    </Link>
  );
});
