import type { Cli, ProcessIdentity } from '@pitwall/contracts';
import { agentArguments } from '../core/agent-process.js';
import { agentRun, type AgentRun } from '../core/agent-run.js';
import { dropOldest } from '../core/drop-oldest.js';
import type { Processes } from '../os/processes.js';

const MAX_KEPT = 500;

export interface AgentRuns {
  /** How this process was started; null when it isn't that CLI or can't be asked any more. */
  of(process: ProcessIdentity, cli: Cli): AgentRun | null;
}

/** A command line stays as it is, so each process is asked once: http hooks must not wait for it again and again. */
export function createAgentRuns(processes: Pick<Processes, 'read' | 'argv'>): AgentRuns {
  const runs = new Map<string, AgentRun | null>();

  const look = ({ pid, startTime }: ProcessIdentity, cli: Cli): AgentRun | null => {
    if (processes.read(pid)?.startTime !== startTime) return null;
    const words = agentArguments(processes.argv(pid) ?? [], cli);
    return words && agentRun(words, cli);
  };

  return {
    of: (process, cli) => {
      const key = `${cli}/${process.pid}/${process.startTime}`;
      const known = runs.get(key);
      if (known !== undefined) return known;
      const run = look(process, cli);
      runs.set(key, run);
      dropOldest(runs, MAX_KEPT);
      return run;
    },
  };
}
