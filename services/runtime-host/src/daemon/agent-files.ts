import type { HostEventData, HostFact, ProcessIdentity } from '@pitwall/contracts';
import type { PtyHostClient } from '../control/client.js';
import type { SeenSession } from '../control/protocol.js';
import { agentArguments } from '../core/agent-process.js';
import { agentRun } from '../core/agent-run.js';
import { configFolders, folderOfTranscript, isRollout } from '../core/config-folders.js';
import type { SessionFile } from '../core/session-file.js';
import type { Logger } from '../logger.js';
import type { Processes } from '../os/processes.js';
import { followClaudeSessionFiles, type ClaudeSessionFiles } from './claude-session-files.js';
import { createClaudeTranscripts } from './claude-transcripts.js';
import { createCliStates } from './cli-states.js';
import { createCodexRollouts } from './codex-rollouts.js';
import { hostTime } from './host-time.js';

/** An interruption that nothing else tells shows this late at most; a look is a stat a file. */
const LOOK_MS = 250;
/** A Codex that took its first prompt, or a new conversation, has another file open. */
const OPEN_FILES_MS = 1000;
/** A launch notes its pid before it becomes the CLI. */
const SETTLED_MS = 1000;

export interface AgentFiles {
  /** Follows, and tells this pty-host, until its connection ends. */
  run(client: PtyHostClient, ended: AbortSignal): Promise<void>;
  addProcess(process: ProcessIdentity): void;
  /** The process is gone: what its files say is no longer so. */
  removeProcess(process: ProcessIdentity, cliSessionId: string | null): void;
  /** The conversation that this process holds now, where its own files tell. */
  sessionOf(pid: number): string | null;
  /** Read anew at this moment. */
  stateNow(which: {
    cliSessionId: string | null;
    process: ProcessIdentity | null;
  }): HostEventData<'checked'>['cliState'];
}

interface Deps {
  processes: Processes;
  /** The environment of the person's terminals. */
  env: () => Readonly<Record<string, string | undefined>>;
  /** A conversation was seen for the first time: the agents may be worth a look. */
  onSession: () => void;
  log: Logger;
}

/** A person has a handful; a hook may name any. */
const MAX_CLAUDE_FOLDERS = 32;

/** What the CLIs keep about themselves on disk, followed for all agents of this machine. */
export function createAgentFiles({ processes, env, onSession, log }: Deps): AgentFiles {
  let client: PtyHostClient | null = null;
  let sessionFiles: ClaudeSessionFiles | null = null;
  const claudeFolders = new Set<string>();
  const codexPids = new Map<number, ProcessIdentity | null>();

  const call = (run: (to: PtyHostClient) => Promise<unknown>): void => {
    if (!client) return;
    run(client).catch((error: unknown) => log.warn({ error: String(error) }, 'what a CLI says could not be told'));
  };
  const tell = (fact: HostFact): void => call((to) => to.call('append', { commandId: null, fact }));
  const states = createCliStates({ now: () => ({ at: Date.now(), t: client ? hostTime(client.hello) : 0 }), tell });

  const noted = new Map<number, string>();
  const shown = new Set<string>();
  const show = (cliSessionId: string): void => {
    if (shown.has(cliSessionId)) return;
    shown.add(cliSessionId);
    onSession();
  };
  const onFile = (file: SessionFile & { process: ProcessIdentity; writtenAt: number }): void => {
    const { process, cliSessionId, state, detail } = file;
    if (file.isHeadless) return;
    if (noted.get(process.pid) !== cliSessionId) {
      noted.set(process.pid, cliSessionId);
      call((to) => to.call('note-agent', { process, cliSessionId }));
    }
    show(cliSessionId);
    if (state === null) return;
    const since = file.since ?? file.writtenAt;
    states.see({ cli: 'claude', cliSessionId, process, state, detail, source: 'session-file', since });
  };
  const addClaudeFolders = (folders: readonly string[]): void => {
    for (const folder of folders) {
      if (claudeFolders.size < MAX_CLAUDE_FOLDERS) claudeFolders.add(folder);
      sessionFiles?.addFolder(folder);
    }
  };
  const rollouts = createCodexRollouts((cliSessionId, process, change) => {
    show(cliSessionId);
    states.see({ cli: 'codex', cliSessionId, process, source: 'rollout', ...change });
  });
  const transcripts = createClaudeTranscripts((cliSessionId, since) => {
    const detail = 'interrupted by user';
    states.see({ cli: 'claude', cliSessionId, process: null, state: 'idle', detail, source: 'transcript', since });
  });

  const addSession = ({ cli, cliSessionId, transcriptPath, process }: SeenSession): void => {
    if (transcriptPath === null) return;
    if (cli === 'codex') return rollouts.add(transcriptPath, process);
    transcripts.add(cliSessionId, transcriptPath);
    const folder = folderOfTranscript(transcriptPath);
    if (folder !== null) addClaudeFolders([folder]);
  };

  const look = ({ pid, startTime }: ProcessIdentity): void => {
    if (processes.read(pid)?.startTime !== startTime) return;
    const environment = processes.environ(pid);
    if (environment) addClaudeFolders(configFolders(environment));
    const words = agentArguments(processes.argv(pid) ?? [], 'codex');
    const kind = words && agentRun(words, 'codex').kind;
    if (kind === 'interactive') codexPids.set(pid, { pid, startTime });
    if (kind === 'shared-daemon') codexPids.set(pid, null);
  };

  const addOpenRollouts = (): void => {
    for (const [pid, process] of codexPids) {
      const files = processes.openFiles(pid);
      if (files.length === 0) codexPids.delete(pid);
      for (const path of files) if (isRollout(path)) rollouts.add(path, process);
    }
  };

  const sessionOf = (pid: number): string | null =>
    sessionFiles?.ofProcess(pid)?.cliSessionId ?? rollouts.ofProcess(pid);

  return {
    run: async (to, ended) => {
      client = to;
      noted.clear();
      states.tellAgain();
      // Read from the beginning, as this terminal host may know of none.
      const files = followClaudeSessionFiles({ processes, onFile });
      sessionFiles = files;
      addClaudeFolders([...configFolders(env()), ...claudeFolders]);
      const timers = [
        setInterval(() => {
          rollouts.look();
          transcripts.look();
        }, LOOK_MS),
        setInterval(addOpenRollouts, OPEN_FILES_MS),
      ];
      ended.addEventListener('abort', () => {
        if (client === to) [client, sessionFiles] = [null, null];
        files.close();
        timers.forEach(clearInterval);
      });
      to.onNotice((notice) => {
        if (notice.notice === 'session') addSession(notice.session);
      });
      const { sessions = [] } = (await to.call('list', {})).result;
      sessions.forEach(addSession);
    },
    addProcess: (process) => {
      look(process);
      setTimeout(() => look(process), SETTLED_MS).unref();
    },
    removeProcess: ({ pid }, cliSessionId) => {
      codexPids.delete(pid);
      noted.delete(pid);
      if (cliSessionId === null) return;
      shown.delete(cliSessionId);
      states.forget(cliSessionId);
      transcripts.remove(cliSessionId);
    },
    sessionOf,
    stateNow: ({ cliSessionId, process }) => {
      sessionFiles?.reread({ pid: process?.pid ?? null, cliSessionId });
      const id = cliSessionId ?? (process && sessionOf(process.pid));
      if (id === null) return null;
      rollouts.look(id);
      transcripts.look(id);
      return states.of(id);
    },
  };
}
