import { useSyncExternalStore } from 'react';
import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { clock } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import { givenAnswers, type GivenAnswer } from './given-answers.js';
import { useClosedRequests, type ClosedRequest } from './use-closed-requests.js';
import classes from './answer-panel.module.css';

const DONE = { allow: 'Allowed', allow_always: 'Always allowed', deny: 'Denied' } as const;

function outcome({ request, reason, at }: ClosedRequest, given: GivenAnswer | null, now: number): string {
  const time = clock(new Date(at).toISOString(), now).slice(0, 5);
  if (given?.phase === 'sent') return `${DONE[given.behavior]} by you ${time}: ${request.tool}`;
  const [, behavior, by] = /^answered: (allow|deny)\S* by (.+)$/.exec(reason) ?? [];
  if (by !== undefined) return `${behavior === 'deny' ? 'Denied' : 'Allowed'} by ${by} ${time}: ${request.tool}`;
  return `${request.tool} is no longer asked for: ${reason}`;
}

/** For a moment, what became of the requests that were open here. */
export function ClosedNotes({ session }: { session: Session }) {
  const closed = useClosedRequests(session);
  const now = useNow();
  const given = useSyncExternalStore(givenAnswers.subscribe, givenAnswers.all);
  return (
    <div role="status">
      {closed.map((one) => {
        const answer = givenAnswers.of(session.id, one.request.id, given);
        return (
          <p key={one.request.id} className={classes['note']}>
            {visibleText(outcome(one, answer, now))}
            {answer?.phase === 'refused' && '. Your answer came too late. Nothing was sent.'}
          </p>
        );
      })}
    </div>
  );
}
