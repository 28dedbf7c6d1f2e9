import { cutText, type AgentFound, type CliSessionId, type ProcessIdentity } from '@pitwall/contracts';
import type { PtyHostClient } from '../control/client.js';
import { interactiveAgents, type InteractiveAgent } from '../core/interactive-agents.js';
import { termProgram } from '../core/term-program.js';
import type { Logger } from '../logger.js';
import type { Processes } from '../os/processes.js';
import type { AgentFiles } from './agent-files.js';

/** The first look waits for what the sessions' files tell. */
const FIRST_LOOK_MS = 2000;
/** What is new comes in bursts. */
const SOON_MS = 500;
/** As many as one event holds. */
const MAX_AGENTS = 500;
const MAX_COMMAND = 512;

interface Deps {
  processes: Processes;
  agentFiles: AgentFiles;
  /** The conversation that hooks of this process showed. */
  sessionOf: (process: ProcessIdentity) => string | null;
  /** ms; 0: never. */
  everyMs: number;
  log: Logger;
}

export interface AgentScan {
  /** Looks, and tells this pty-host, until its connection ends. */
  run(client: PtyHostClient, ended: AbortSignal): void;
  /** There is something new to see: Codex without trusted hooks shows only here whose it is. */
  soon(): void;
}

/** Looks at all processes of this user for agents in which people work, with or without hooks (M-03). */
export function createAgentScan({ processes, agentFiles, sessionOf, everyMs, log }: Deps): AgentScan {
  const found = ({ cli, row, run, ancestors }: InteractiveAgent, folder: string | null): AgentFound => {
    const process = { pid: row.pid, startTime: row.startTime };
    const environment = processes.environ(row.pid);
    // What it was started with holds only until it's known better: `/clear` begins another one.
    const id = agentFiles.sessionOf(row.pid) ?? sessionOf(process) ?? run.cliSessionId;
    return {
      cli,
      process,
      folder,
      cliSessionId: id as CliSessionId | null,
      parentSession: run.parentSession as CliSessionId | null,
      termProgram: environment && termProgram(environment),
      ancestors: ancestors.map(({ pid, startTime, command, argv }) => ({
        pid,
        startTime,
        command: cutText(argv()?.join(' ') || command, MAX_COMMAND),
      })),
    };
  };

  const look = (): AgentFound[] => {
    const agents = interactiveAgents(processes.own()).slice(0, MAX_AGENTS);
    const folders = processes.folders(agents.map(({ row }) => row.pid));
    return agents.map((agent) => found(agent, folders.get(agent.row.pid) ?? null));
  };

  let scanNow = (): void => undefined;
  let soon: NodeJS.Timeout | null = null;

  return {
    soon: () => {
      soon ??= setTimeout(() => {
        soon = null;
        scanNow();
      }, SOON_MS).unref();
    },
    run: (client, ended) => {
      if (everyMs === 0) return;
      const noted = new Set<string>();
      // The terminal host knows what was told before, by another daemon.
      let told: string | null = null;
      const note = async ({ process }: AgentFound): Promise<void> => {
        const key = `${process.pid}/${process.startTime}`;
        if (noted.has(key)) return;
        noted.add(key);
        agentFiles.addProcess(process);
        await client.call('note-agent', { process, cliSessionId: agentFiles.sessionOf(process.pid) });
      };
      const scan = async (): Promise<void> => {
        const agents = look();
        for (const agent of agents) await note(agent);
        const list = JSON.stringify(agents);
        if (list === told) return;
        await client.call('append', { commandId: null, fact: { event: 'agents-scanned', data: { agents } } });
        told = list;
      };
      scanNow = () =>
        void scan().catch((error: unknown) => log.warn({ error: String(error) }, 'the agents could not be listed'));
      const first = setTimeout(scanNow, Math.min(FIRST_LOOK_MS, everyMs));
      const timer = setInterval(scanNow, everyMs);
      ended.addEventListener('abort', () => {
        scanNow = () => undefined;
        clearTimeout(first);
        clearInterval(timer);
      });
    },
  };
}
