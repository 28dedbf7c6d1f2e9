import { randomBytes } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import type { CommandOf, HostFact } from '@pitwall/contracts';
import type { Processes } from '../os/processes.js';
import type { AgentFiles } from './agent-files.js';
import { checkFacts } from './check-facts.js';
import type { CommandHandlers } from './commands.js';
import { hostTime } from './host-time.js';
import type { LaunchFiles } from './launch-files.js';
import type { ProcessWatch } from './process-watch.js';
import type { Publisher } from './publisher.js';
import type { PtyHostLink } from './pty-host-link.js';
import type { RollbackWatch } from './rollback-watch.js';
import { PtyHostRefused } from '../control/client.js';

interface Deps {
  link: PtyHostLink;
  launchFiles: LaunchFiles;
  processes: Processes;
  processWatch: ProcessWatch;
  agentFiles: AgentFiles;
  publisher: Publisher;
  rollbackWatch: RollbackWatch;
  /** The environment of the person's terminals. */
  env: () => Record<string, string | undefined>;
}

/** What each command does on this host. */
export function createCommandHandlers(deps: Deps): CommandHandlers {
  const { link, launchFiles, processes, processWatch, agentFiles, publisher, rollbackWatch } = deps;

  const append = async (commandId: string | null, fact: HostFact): Promise<void> => {
    await link.call('append', { commandId, fact });
  };

  const openFailed = (command: CommandOf<'open-terminal'>, reason: string): Promise<void> => {
    const { terminalId, sessionId } = command.data;
    return append(command.commandId, { event: 'terminal-open-failed', data: { terminalId, sessionId, reason } });
  };

  const openTerminal = async (command: CommandOf<'open-terminal'>): Promise<void> => {
    const { data } = command;
    const folder = realFolder(data.cwd);
    if (!folder.ok) return openFailed(command, folder.reason);
    const hookToken = randomBytes(32).toString('hex');
    const env = deps.env();
    const line = launchFiles.write({ ...data, hookToken });
    try {
      await link.call('open', {
        ...data,
        commandId: command.commandId,
        cwd: folder.path,
        env,
        shell: env.SHELL ?? null,
        hookToken,
        line,
      });
    } catch (error) {
      if (!(error instanceof PtyHostRefused)) throw error;
      await append(null, {
        event: 'terminal-open-failed',
        data: {
          terminalId: data.terminalId,
          sessionId: data.sessionId,
          reason: `the shell could not be started: ${error.message}`,
        },
      });
    }
  };

  const check = async (command: CommandOf<'check'>): Promise<void> => {
    const { data } = command;
    const { terminals } = (await link.call('list', {})).result;
    const process =
      (data.cliSessionId && processWatch.ofSession(data.cliSessionId)) ||
      (data.terminalId && processWatch.ofTerminal(data.terminalId)) ||
      null;
    const facts = checkFacts(data, {
      processes,
      process,
      cliState: agentFiles.stateNow({ cliSessionId: data.cliSessionId, process }),
      hostT: hostTime(link.client().hello),
      lastOutputT: terminals.find(({ terminalId }) => terminalId === data.terminalId)?.lastOutputT ?? null,
    });
    await append(command.commandId, { event: 'checked', data: facts });
  };

  return {
    'open-terminal': {
      run: openTerminal,
      expired: (command) => openFailed(command, 'the host was out of reach for too long: start the session again'),
    },
    'type-turn': {
      run: async ({ commandId, data }) => void (await link.call('type', { commandId, ...data })),
      expired: ({ commandId, data: { terminalId, sessionId, turnId } }) =>
        append(commandId, {
          event: 'turn-refused',
          data: {
            terminalId,
            sessionId,
            turnId,
            commandId,
            reason: 'the host was out of reach for too long: send it again',
          },
        }),
    },
    'answer-request': {
      run: async ({ commandId, data }) => void (await link.call('answer', { commandId, ...data })),
      expired: ({ commandId, data: { sessionId, requestId, behavior } }) =>
        append(commandId, {
          event: 'request-answered',
          data: { sessionId, requestId, commandId, behavior, delivered: false },
        }),
    },
    'stop-terminal': {
      run: async ({ data: { terminalId } }) => void (await link.call('kill', { terminalId })),
      expired: null,
    },
    // An answer to an old question still holds for now, and costs little.
    check: { run: check, expired: null },
    trim: {
      run: async ({ data: { through } }) => {
        await link.call('trim', { through });
        rollbackWatch.onTrim(through);
      },
      expired: null,
    },
    resend: {
      run: async ({ data: { from } }) => publisher.rewind(from, 'a reader misses something'),
      expired: null,
    },
  };
}

function realFolder(cwd: string): { ok: true; path: string } | { ok: false; reason: string } {
  try {
    const path = realpathSync(cwd);
    if (statSync(path).isDirectory()) return { ok: true, path };
    return { ok: false, reason: `${cwd} is not a folder: choose the folder it is in` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      return { ok: false, reason: `${cwd} may not be entered on this host: check its permissions` };
    return { ok: false, reason: `${cwd} isn't there on this host: create it, or choose another folder` };
  }
}
