import { Link } from 'react-router';
import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { STATUS_WORDS } from '../../ui/status-chip.js';
import { age, clock } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import { matchedBy } from './match-words.js';
import { nextWords } from './reason-words.js';
import { useHistory, type History } from './use-history.js';
import classes from './why-evidence.module.css';

interface Evidence {
  readonly name: string;
  readonly says: string;
  readonly by?: string;
}

function before({ changes, failure }: History, now: number): Evidence {
  const name = 'Before';
  if (failure) return { name, says: `${failure.message} ${failure.hint}` };
  if (!changes) return { name, says: 'Being read' };
  const change = changes.at(-2);
  if (!change) return { name, says: 'Nothing: this is its first status.' };
  const { status, reason } = change;
  return {
    name,
    says: `${STATUS_WORDS[status]} since ${clock(reason.at, now)}`,
    by: `${visibleText(reason.event)} · rule ${reason.rule}`,
  };
}

function evidenceOf(session: Session, history: History, now: number): readonly Evidence[] {
  const { status, statusReason: reason, marks, match, lastSignalAt } = session;
  const guess = reason.guess ? ' · a guess, not confirmed' : '';
  const signal = `Last signal ${age(lastSignalAt, now)} ago.`;
  return [
    {
      name: 'Now',
      says: `${STATUS_WORDS[status]} since ${clock(reason.at, now)}`,
      by: `${visibleText(reason.event)} · rule ${reason.rule}${guess}`,
    },
    before(history, now),
    { name: 'Next', says: nextWords(session, now) || 'It has ended.' },
    {
      name: 'Delivery',
      says: marks.includes('hook-gap')
        ? `Hooks are missing: the status may be behind until the next one. ${signal}`
        : `No gap known. ${signal}`,
    },
    match === null
      ? { name: 'Match', says: 'Not matched to a process yet.' }
      : { name: 'Match', says: `By ${matchedBy(match.step)}`, by: visibleText(match.evidence) },
  ];
}

/** What the status rests on, and what would change it. */
export function WhyEvidence({ session, onClose }: { session: Session; onClose: () => void }) {
  const now = useNow();
  const history = useHistory(session);
  return (
    <div className={classes['why']}>
      <h2 tabIndex={-1} data-autofocus>
        Why this status
      </h2>
      <dl>
        {evidenceOf(session, history, now).map(({ name, says, by }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {says}
              {by !== undefined && <span>{by}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes['foot']}>
        <Link to={`/s/${session.id}/activity`} onClick={onClose}>
          {history.changes ? `All ${history.changes.length} changes` : 'All changes'}
        </Link>
        <code>pitwall session show {session.id}</code>
      </div>
    </div>
  );
}
