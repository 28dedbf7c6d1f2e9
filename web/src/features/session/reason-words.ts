import type { Session } from '../../app/session-store.js';
import { duration } from '../../ui/time.js';
import { STATUS_WORDS } from '../../ui/status-chip.js';

type Shown = Pick<Session, 'status' | 'statusReason'>;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What changes the status if nothing else happens. */
export function nextWords({ status, statusReason }: Shown, now: number): string {
  const { next, guess } = statusReason;
  if (next !== null) {
    const left = Date.parse(next.at) - now;
    return `Becomes ${STATUS_WORDS[next.status]} ${left >= 1_000 ? `in ${duration(left)}` : 'at any moment'} if nothing is heard.`;
  }
  if (status === 'approval' || status === 'input') return guess ? 'Stays until it ends.' : 'Stays until answered.';
  return status === 'ended' ? '' : 'Nothing changes it by itself.';
}

/** "PermissionRequest for Bash, 12 s ago. Stays until answered." */
export function reasonSentence(session: Shown, now: number): string {
  const { event, at } = session.statusReason;
  return `${upperFirst(event)}, ${duration(now - Date.parse(at))} ago. ${nextWords(session, now)}`.trim();
}
