import type { Cli, HostEventData, ProcessIdentity } from '@pitwall/contracts';

type CliStateFact = HostEventData<'cli-state'>;
export type CliState = CliStateFact['state'];

/** What a file of a CLI said of its session. */
export interface SeenState {
  cli: Cli;
  cliSessionId: string;
  process: ProcessIdentity | null;
  state: CliState;
  detail: string | null;
  source: CliStateFact['source'];
  /** As the file says, epoch ms: what tells one saying from the next. */
  since: number;
  /** The same as host time, ms. */
  sinceT: number;
}

/** Two files of one session tell of the same change within this time. */
const SAME_CHANGE_MS = 2000;

/**
 * Is it another saying than the last one told? One file's sayings come in its own order, whatever its clock says;
 * another file's count when they are newer, and not when they tell of the change that is known already.
 */
export function isStateNews(last: SeenState | undefined, seen: SeenState): boolean {
  if (!last) return true;
  if (seen.source === last.source) {
    return seen.state !== last.state || seen.detail !== last.detail || seen.since !== last.since;
  }
  if (seen.state === last.state) return seen.sinceT - last.sinceT > SAME_CHANGE_MS;
  return seen.sinceT >= last.sinceT;
}
