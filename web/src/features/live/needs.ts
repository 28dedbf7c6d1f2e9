import type { Host } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { compare } from './compare.js';
import { needsYou } from './filters.js';

/** More than this nobody works through one by one. */
export const NEEDS_SHOWN = 50;
/** An answered need stays this long, so that one sees what became of it. */
export const LINGER_MS = 4_000;

/** Since when a person is waited for: the oldest open dialog, or the status. */
export const askedAt = (session: Session): string =>
  session.requests.reduce(
    (oldest, { askedAt: at }) => (at < oldest ? at : oldest),
    session.requests[0]?.askedAt ?? session.statusReason.at,
  );

const blocks = ({ status }: Session): boolean => status === 'approval' || status === 'input';

/** First what blocks an agent, then what needs a decision; pinned first, then longest waiting. */
export const needsOf = (sessions: readonly Session[]): readonly Session[] =>
  sessions
    .filter(needsYou)
    .sort(
      (a, b) =>
        Number(blocks(b)) - Number(blocks(a)) ||
        Number(b.pinned) - Number(a.pinned) ||
        compare(askedAt(a), askedAt(b)) ||
        compare(a.id, b.id),
    );

export const yourTurn = (sessions: readonly Session[]): readonly Session[] =>
  sessions
    .filter(({ status, archived }) => status === 'waiting' && !archived)
    .sort((a, b) => compare(b.statusReason.at, a.statusReason.at) || compare(a.id, b.id));

/** Machines out of reach on which something was under way. */
export const lostHosts = (
  hosts: readonly Host[],
  sessions: readonly Session[],
): readonly { host: Host; count: number }[] =>
  hosts
    .filter(({ reachable }) => !reachable)
    .map((host) => ({
      host,
      count: sessions.filter(({ hostId, status }) => hostId === host.id && status !== 'ended').length,
    }))
    .filter(({ count }) => count > 0);

export interface ShownNeed {
  readonly id: string;
  /** When it ceased to need anybody; null while it does. */
  readonly goneAt: number | null;
}

/**
 * Nothing moves under the cursor: known needs keep their place, new ones come last, settled ones linger. Only when
 * the pointer rests are settled ones taken out and the rest put in order.
 */
export function nextShown(
  shown: readonly ShownNeed[],
  wanted: readonly string[],
  { now, rested }: { now: number; rested: boolean },
): readonly ShownNeed[] {
  const open = new Set(wanted);
  const known = new Set(shown.map(({ id }) => id));
  const kept = shown
    .map((need) => ({ id: need.id, goneAt: open.has(need.id) ? null : (need.goneAt ?? now) }))
    .filter(({ goneAt }) => goneAt === null || !rested || now - goneAt < LINGER_MS);
  const added = wanted.filter((id) => !known.has(id)).map((id) => ({ id, goneAt: null }));
  const next = [...kept, ...added];
  if (!rested || next.some(({ goneAt }) => goneAt !== null)) return next;
  return wanted.map((id) => ({ id, goneAt: null }));
}

/** The need that is open: the chosen one while it needs somebody, else the next one after it, else the first. */
export function openNeed(shown: readonly ShownNeed[], chosen: string | null): string | null {
  const at = shown.findIndex(({ id }) => id === chosen);
  const isOpen = ({ goneAt }: ShownNeed): boolean => goneAt === null;
  return (at < 0 ? undefined : shown.slice(at).find(isOpen)?.id) ?? shown.find(isOpen)?.id ?? null;
}

/** a guess about a CLI that reports its dialogs is shown, and calls nobody. */
const calls = ({ statusReason }: Session): boolean => !statusReason.quiet;

/** What is read out: counts and titles. */
export const announcementOf = (all: readonly Session[]): string => {
  const needs = all.filter(calls);
  if (needs.length === 0) return 'Nothing needs you.';
  const titles = needs.slice(0, 3).map(({ title }) => title);
  const more = needs.length > 3 ? `, and ${needs.length - 3} more` : '';
  return `${needs.length} ${needs.length === 1 ? 'needs' : 'need'} you: ${titles.join(', ')}${more}.`;
};
