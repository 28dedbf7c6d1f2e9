import {
  cutText,
  type CliSessionId,
  type HookData,
  type HookPayload,
  type HostFact,
  type RequestId,
  type TerminalId,
} from '@pitwall/contracts';
import type { AppendOptions, HostLog } from './host-log.js';
import type { Claims, FindOrigin, HookOrigin } from './hook-origin.js';
import { realFolder } from './real-folder.js';
import type { SeenSessions } from './seen-sessions.js';
import type { TrackedProcesses } from './tracked-processes.js';

const MAX_NAME = 64;
const MAX_COMMAND = 512;

const WORD = /^[A-Za-z0-9_-]{1,64}$/;

/** What came with a hook besides its payload, as it came. */
export interface HookSource extends Claims {
  via: HookData['via'];
  terminal: string | null;
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
  findOrigin: FindOrigin;
  tracked: TrackedProcesses;
  seen: SeenSessions;
  onHook: (payload: HookPayload) => void;
}

export function createHookIntake(deps: Deps): HookIntake {
  const { hostId, log, findOrigin, tracked, seen } = deps;
  const requestPrefix = `rq-${hostId.slice(0, 8)}`;

  /** Headless runs have no card, and in a terminal they must not pass for the agent that has it (M-04). */
  const remember = (payload: HookPayload, cli: HookSource['cli'], origin: HookOrigin): void => {
    if (origin.isHeadless || payload.agent_id !== undefined) return;
    const { process, terminalId, hasTty } = origin;
    const cliSessionId = payload.session_id;
    if (process) tracked.note({ process, terminalId, cliSessionId, hasTty });
    seen.note({ cli, cliSessionId, transcriptPath: payload.transcript_path ?? null, process });
  };

  return {
    take: (payload, source, options) => {
      const named = source.terminal !== null && WORD.test(source.terminal) ? source.terminal : null;
      const origin = findOrigin(payload, source, named);
      const held = source.canHold && payload.hook_event_name === 'PermissionRequest';
      let requestId: string | null = null;
      const build = (seq: number): HostFact => {
        requestId = held ? `${requestPrefix}-${seq}` : null;
        const data: HookData = {
          cli: source.cli,
          payload,
          via: source.via,
          terminalId: origin.terminalId as TerminalId | null,
          folder: realFolder(payload.cwd),
          entrypoint: origin.entrypoint && cutText(origin.entrypoint, MAX_NAME),
          parentSession: origin.parentSession as CliSessionId | null,
          termProgram: origin.program && cutText(origin.program, MAX_NAME),
          process: origin.process,
          hasTty: origin.hasTty,
          ancestors: origin.chain.map(({ pid, startTime, command, argv }) => ({
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
      remember(payload, source.cli, origin);
      deps.onHook(payload);
      return { requestId, terminalId: origin.terminalId };
    },
  };
}
