import type { HostEventData } from '@pitwall/contracts';
import { dropOldest } from '../core/drop-oldest.js';

type Fact = HostEventData<'cli-state'>;

const MAX_SESSIONS = 500;
/** Another daemon counts the same file time as host time a little differently. */
const SAME_TIME_MS = 50;

export interface ToldStates {
  /** False: that was told, maybe by a daemon that ran before. */
  isNews(fact: Fact): boolean;
}

/** What was told last of each session. It's remembered here since a daemon may be started anew at any time. */
export function createToldStates(): ToldStates {
  const told = new Map<string, Fact>();
  return {
    isNews: (fact) => {
      const last = told.get(fact.cliSessionId);
      if (last && isSame(last, fact)) return false;
      told.delete(fact.cliSessionId);
      told.set(fact.cliSessionId, fact);
      dropOldest(told, MAX_SESSIONS);
      return true;
    },
  };
}

const isSame = (a: Fact, b: Fact): boolean =>
  a.state === b.state && a.source === b.source && a.detail === b.detail && Math.abs(a.sinceT - b.sinceT) < SAME_TIME_MS;
