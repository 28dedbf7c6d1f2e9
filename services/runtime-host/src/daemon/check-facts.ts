import type { CommandData, HostEventData, ProcessIdentity } from '@pitwall/contracts';
import { isAlive, type Processes } from '../os/processes.js';

interface Deps {
  processes: Processes;
  process: ProcessIdentity | null;
  hostT: number;
  lastOutputT: number | null;
  cliState: HostEventData<'checked'>['cliState'];
}

/** What a `check` asks about, as it is now. */
export function checkFacts(ask: CommandData<'check'>, deps: Deps): HostEventData<'checked'> {
  const { processes, process, hostT, lastOutputT, cliState } = deps;
  const alive = process === null ? null : isAlive(processes, process);
  const starts = process !== null && alive ? childStarts(processes, process.pid, hostT) : null;
  return {
    checkId: ask.checkId,
    sessionId: ask.sessionId,
    processAlive: alive,
    children: ask.calls.map(({ callId, sinceT }) => ({
      callId,
      alive: starts === null ? (alive === false ? false : null) : starts.some((t) => t >= sinceT - processes.ageError),
    })),
    lastOutputT,
    // What a process left behind is no state.
    cliState: alive === false ? null : cliState,
  };
}

/** Host times at which the agent's living children began; null when it can't tell. */
function childStarts(processes: Processes, pid: number, hostT: number): number[] | null {
  const children = processes.descendants(pid);
  return children === null ? null : children.filter(({ zombie }) => !zombie).map(({ ageMs }) => hostT - ageMs);
}
