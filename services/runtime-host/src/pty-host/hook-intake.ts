import {
  cutText,
  type Cli,
  type CliSessionId,
  type HookData,
  type HookPayload,
  type HostFact,
  type RequestId,
  type TerminalId,
} from '@pitwall/contracts';
import { findAgent, type ChainProcess } from '../core/agent-process.js';
import type { SeenProcess } from '../core/spool-file.js';
import type { Processes } from '../os/processes.js';
import type { AppendOptions, HostLog } from './host-log.js';
import type { TrackedProcesses } from './tracked-processes.js';

const MAX_CHAIN = 32;
const MAX_NAME = 64;
const MAX_COMMAND = 512;

const WORD = /^[A-Za-z0-9_-]{1,64}$/;
const CLI_SESSION = /^[A-Za-z0-9._-]{1,128}$/;

/** What came with a hook besides its payload, as it came. */
export interface HookSource {
  cli: Cli;
  via: HookData['via'];
  terminal: string | null;
  entrypoint: string | null;
  parent: string | null;
  program: string | null;
  chain: readonly SeenProcess[];
  truncated: boolean;
  /** The reply can wait for a person's answer. */
  canHold: boolean;
}

export interface HookIntake {
  /** Numbers and writes a hook; returns the request id when it is one to be held. Throws HostLogFull. */
  take(
    payload: HookPayload,
    source: HookSource,
    options?: AppendOptions,
  ): { requestId: string | null; terminalId: string | null };
}

interface Deps {
  hostId: string;
  log: HostLog;
  processes: Processes;
  tracked: TrackedProcesses;
  shellPid: (terminalId: string) => number | null;
  onHook: (payload: HookPayload) => void;
}

export function createHookIntake(deps: Deps): HookIntake {
  const { hostId, log, processes, tracked, shellPid } = deps;
  const requestPrefix = `rq-${hostId.slice(0, 8)}`;

  /** Adds the command lines, as long as the process of that pid is still the one that was seen. */
  const look = (seen: SeenProcess): ChainProcess => {
    const row = processes.read(seen.pid);
    const same = row !== null && row.startTime === seen.startTime;
    return { ...seen, argv: same ? processes.argv(seen.pid) : null };
  };

  /** A command hook brings the chain above itself. */
  const factsOfChain = (source: HookSource, terminalId: string | null) => {
    const chain = source.chain.slice(0, MAX_CHAIN).map(look);
    const found = findAgent(chain, source.cli, terminalId === null ? null : shellPid(terminalId));
    const process = found.process && { pid: found.process.pid, startTime: found.process.startTime };
    const tty = found.process?.tty ?? null;
    const hasTty = tty === null ? null : tty !== 0 ? true : found.recognised ? false : null;
    return { chain, process, hasTty, shared: found.shared };
  };

  /** An http hook has no process of its own: the one that this session's, or this terminal's, command hook showed. */
  const factsOfSession = (payload: HookPayload, terminalId: string | null) => {
    const known =
      tracked.ofSession(payload.session_id) ?? (terminalId === null ? null : tracked.ofTerminal(terminalId));
    return { chain: [], process: known?.process ?? null, hasTty: known?.hasTty ?? null, shared: false };
  };

  return {
    take: (payload, source, options) => {
      const named = source.terminal !== null && WORD.test(source.terminal) ? source.terminal : null;
      const facts = source.chain.length > 0 ? factsOfChain(source, named) : factsOfSession(payload, named);
      const terminalId = facts.shared ? null : named;
      const held = source.canHold && payload.hook_event_name === 'PermissionRequest';
      const parent = source.parent !== null && CLI_SESSION.test(source.parent) ? source.parent : null;
      let requestId: string | null = null;
      const build = (seq: number): HostFact => {
        requestId = held ? `${requestPrefix}-${seq}` : null;
        const data: HookData = {
          cli: source.cli,
          payload,
          via: source.via,
          terminalId: terminalId as TerminalId | null,
          folder: null,
          entrypoint: source.entrypoint && cutText(source.entrypoint, MAX_NAME),
          parentSession: parent as CliSessionId | null,
          termProgram: source.program && cutText(source.program, MAX_NAME),
          process: facts.process,
          hasTty: facts.hasTty,
          ancestors: facts.chain.map(({ pid, startTime, command, argv }) => ({
            pid,
            startTime,
            command: cutText(argv?.join(' ') || command, MAX_COMMAND),
          })),
          requestId: requestId as RequestId | null,
          truncated: source.truncated,
        };
        return { event: 'hook', data };
      };
      log.append(build, options);
      if (facts.process && payload.agent_id === undefined) {
        tracked.note({ process: facts.process, terminalId, cliSessionId: payload.session_id, hasTty: facts.hasTty });
      }
      deps.onHook(payload);
      return { requestId, terminalId };
    },
  };
}
