import type { Cli } from '@pitwall/contracts';
import type { OwnProcess } from '../os/processes.js';
import { agentArguments, isInterpreter } from './agent-process.js';
import { agentRun, type AgentRun } from './agent-run.js';

export interface InteractiveAgent {
  cli: Cli;
  row: OwnProcess;
  run: AgentRun;
  /** Nearest first. */
  ancestors: OwnProcess[];
}

const CLIS: readonly Cli[] = ['claude', 'codex'];
const MAX_ANCESTORS = 32;

/** The agents in which people work, among all processes of a user: with a terminal, and not run by a script (M-03, M-04). */
export function interactiveAgents(rows: readonly OwnProcess[]): InteractiveAgent[] {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const agents = rows.flatMap((row) => agentOf(row)).filter(({ row }) => !isCopy(row, byPid.get(row.ppid)));
  const isDouble = (agent: InteractiveAgent): boolean =>
    isInterpreter(agent.row.argv()?.[0] ?? '') &&
    agents.some(({ cli, row }) => cli === agent.cli && row.ppid === agent.row.pid);
  return agents
    .filter((agent) => !isDouble(agent))
    .map((agent) => ({ ...agent, ancestors: ancestorsOf(agent.row, byPid) }));
}

/** Between fork and exec a process that an agent starts looks like the agent; where the machine is busy, for long. */
const isCopy = (row: OwnProcess, parent: OwnProcess | undefined): boolean => {
  const [words, parents] = [row.argv(), parent?.argv()];
  return words?.length === parents?.length && words?.every((word, n) => word === parents?.[n]) === true;
};

function agentOf(row: OwnProcess): InteractiveAgent[] {
  if (row.tty === null || row.zombie) return [];
  const argv = row.argv();
  for (const cli of CLIS) {
    const words = argv && agentArguments(argv, cli);
    if (!words) continue;
    const run = agentRun(words, cli);
    return run.kind === 'interactive' ? [{ cli, row, run, ancestors: [] }] : [];
  }
  return [];
}

function ancestorsOf(row: OwnProcess, byPid: ReadonlyMap<number, OwnProcess>): OwnProcess[] {
  const found: OwnProcess[] = [];
  for (let next = byPid.get(row.ppid); next && found.length < MAX_ANCESTORS; next = byPid.get(next.ppid)) {
    if (next.pid <= 1 || found.includes(next)) break;
    found.push(next);
  }
  return found;
}
