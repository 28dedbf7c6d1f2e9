import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { clock } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import { useClosedRequests, type ClosedRequest } from './use-closed-requests.js';
import classes from './answer-panel.module.css';

const DONE = { allow: 'Allowed', allow_always: 'Always allowed', deny: 'Denied' } as const;

function wordsOf({ request, given, reason, at }: ClosedRequest, now: number): string {
  const time = clock(new Date(at).toISOString(), now).slice(0, 5);
  if (given) return `${DONE[given.behavior]} by you ${time}: ${request.tool}`;
  const [, behavior, by] = /^answered: (allow|deny)\S* by (.+)$/.exec(reason) ?? [];
  if (by !== undefined) return `${behavior === 'deny' ? 'Denied' : 'Allowed'} by ${by} ${time}: ${request.tool}`;
  return `${request.tool} is no longer asked for: ${reason}`;
}

/** For a moment, what became of the requests that were open here. */
export function ClosedNotes({ session }: { session: Session }) {
  const closed = useClosedRequests(session);
  const now = useNow();
  return (
    <div role="status">
      {closed.map((one) => (
        <p key={one.request.id} className={classes['note']}>
          {visibleText(wordsOf(one, now))}
        </p>
      ))}
    </div>
  );
}
