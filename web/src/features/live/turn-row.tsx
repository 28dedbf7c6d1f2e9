import { Link } from 'react-router';
import { useSession } from '../../app/dashboard-state.js';
import { Age } from '../../ui/age.js';
import { StatusChip } from '../../ui/status-chip.js';
import classes from './turn-row.module.css';

/** An agent that is done with its turn and waits for the next prompt. */
export function TurnRow({ id }: { id: string }) {
  const session = useSession(id);
  if (!session) return null;
  return (
    <li>
      <Link className={classes['turn']} to={`/s/${id}`}>
        <StatusChip session={session} />
        <span className={`${classes['title']} cut`} title={session.title}>
          {session.title}
        </span>
        <Age className={classes['age']} since={session.statusReason.at} />
      </Link>
    </li>
  );
}
