import type { CliSessionId, HostEventData, HostFact } from '@pitwall/contracts';
import { isStateNews, type SeenState } from '../core/cli-state.js';
import { createWallTimes } from '../core/wall-times.js';

export interface CliStates {
  /** A file says so; told when that is news. */
  see(seen: Omit<SeenState, 'sinceT'>): void;
  of(cliSessionId: string): HostEventData<'checked'>['cliState'];
  /** All that was seen is told again: to a terminal host that may not know it. */
  tellAgain(): void;
  forget(cliSessionId: string): void;
}

interface Deps {
  /** Both clocks, read together. */
  now: () => { at: number; t: number };
  tell: (fact: HostFact) => void;
}

/** The newest that the CLIs' own files said of each session. */
export function createCliStates({ now, tell }: Deps): CliStates {
  const newest = new Map<string, SeenState>();
  const wallTimes = createWallTimes();

  const tellOf = ({ cli, cliSessionId, process, state, detail, source, sinceT }: SeenState): void =>
    tell({
      event: 'cli-state',
      data: { cli, cliSessionId: cliSessionId as CliSessionId, process, state, detail, source, sinceT },
    });

  return {
    see: (said) => {
      const { at, t } = now();
      wallTimes.note(at, t);
      // A time that has not come yet is a clock that was set back.
      const sinceT = Math.min(t, wallTimes.toHostTime(said.since));
      const seen = { ...said, sinceT };
      if (!isStateNews(newest.get(said.cliSessionId), seen)) return;
      newest.set(said.cliSessionId, seen);
      tellOf(seen);
    },
    of: (cliSessionId) => {
      const seen = newest.get(cliSessionId);
      return seen ? { cliSessionId: cliSessionId as CliSessionId, state: seen.state, sinceT: seen.sinceT } : null;
    },
    tellAgain: () => [...newest.values()].forEach(tellOf),
    forget: (cliSessionId) => void newest.delete(cliSessionId),
  };
}
