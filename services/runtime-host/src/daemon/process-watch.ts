import { readFileSync, readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { CliSessionId, ProcessIdentity, TerminalId } from '@pitwall/contracts';
import type { PtyHostClient } from '../control/client.js';
import type { TrackedProcess } from '../control/protocol.js';
import { parseLinuxStat } from '../os/linux-stat.js';
import { isAlive, mayBeAlive, type Processes } from '../os/processes.js';
import type { Logger } from '../logger.js';

/** Whether a pid exists costs a system call: so an agent's end shows long before the next full check. */
const QUICK_LOOK_MS = 500;
const LAST_LINES = 10;

export interface ProcessWatch {
  /** Watches what this pty-host knows, until its connection ends. */
  run(client: PtyHostClient, ended: AbortSignal): Promise<void>;
  ofSession(cliSessionId: string): ProcessIdentity | null;
  ofTerminal(terminalId: string): ProcessIdentity | null;
  sessionOf(process: ProcessIdentity): string | null;
}

interface Deps {
  launchFolder: string;
  processes: Processes;
  /** ms between full checks (start times, zombies). */
  checkEveryMs: number;
  onTracked: (process: ProcessIdentity) => void;
  onGone: (process: ProcessIdentity, cliSessionId: string | null) => void;
  log: Logger;
}

const key = ({ pid, startTime }: ProcessIdentity): string => `${pid}/${startTime}`;

/** Tells when an agent's process is there and when it's gone (S-09). */
export function createProcessWatch({ launchFolder, processes, checkEveryMs, log, ...deps }: Deps): ProcessWatch {
  const watched = new Map<string, TrackedProcess>();

  const track = (tracked: TrackedProcess): void => {
    const isNew = !watched.has(key(tracked.process));
    watched.set(key(tracked.process), tracked);
    if (isNew) deps.onTracked(tracked.process);
  };

  const find = (isIt: (tracked: TrackedProcess) => boolean): ProcessIdentity | null =>
    [...watched.values()].findLast(isIt)?.process ?? null;

  const tellGone = async (client: PtyHostClient, tracked: TrackedProcess): Promise<void> => {
    watched.delete(key(tracked.process));
    const { terminalId, cliSessionId, process } = tracked;
    deps.onGone(process, cliSessionId);
    const lastLines =
      terminalId === null ? [] : (await client.call('last-lines', { terminalId, count: LAST_LINES })).result.lines;
    await client.call('append', {
      commandId: null,
      fact: {
        event: 'process-gone',
        data: {
          terminalId: terminalId as TerminalId | null,
          cliSessionId: cliSessionId as CliSessionId | null,
          process,
          lastLines,
        },
      },
    });
  };

  const check = (client: PtyHostClient, isThere: (process: ProcessIdentity) => boolean): void => {
    for (const tracked of [...watched.values()]) {
      if (isThere(tracked.process)) continue;
      tellGone(client, tracked).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'the end of a process could not be told'),
      );
    }
  };

  /** A launch notes its pid before it becomes the CLI, so even one that ends at once is known. */
  const readLaunches = async (client: PtyHostClient): Promise<void> => {
    for (const name of readdirSync(launchFolder)) {
      if (!name.endsWith('.pid')) continue;
      const path = join(launchFolder, name);
      const process = parseLaunch(readFileSync(path, 'utf8'));
      // Half written: there is another event when it is whole.
      if (!process) continue;
      rmSync(path, { force: true });
      const terminalId = name.slice(0, -'.pid'.length) as TerminalId;
      track({ process, terminalId, cliSessionId: null });
      await client.call('append', { commandId: null, fact: { event: 'process-seen', data: { terminalId, process } } });
    }
    check(client, ({ pid }) => mayBeAlive(pid));
  };

  return {
    run: async (client, ended) => {
      watched.clear();
      let isReading = false;
      let again = false;
      const readSoon = async (): Promise<void> => {
        again = true;
        if (isReading) return;
        isReading = true;
        while (again && !ended.aborted) {
          again = false;
          await readLaunches(client).catch((error: unknown) =>
            log.warn({ error: String(error) }, 'a launch could not be read'),
          );
        }
        isReading = false;
      };
      client.onNotice((notice) => {
        if (notice.notice === 'tracked') track(notice.tracked);
      });
      const { result } = await client.call('list', {});
      for (const tracked of result.processes) track(tracked);
      if (ended.aborted) return;
      const watcher = watch(launchFolder, () => void readSoon());
      watcher.on('error', () => undefined);
      const quick = setInterval(() => check(client, ({ pid }) => mayBeAlive(pid)), QUICK_LOOK_MS);
      const full = setInterval(() => {
        void readSoon();
        check(client, (process) => isAlive(processes, process));
      }, checkEveryMs);
      ended.addEventListener('abort', () => {
        watcher.close();
        clearInterval(quick);
        clearInterval(full);
      });
      await readSoon();
      check(client, (process) => isAlive(processes, process));
    },
    ofSession: (cliSessionId) => find((tracked) => tracked.cliSessionId === cliSessionId),
    sessionOf: (process) => watched.get(key(process))?.cliSessionId ?? null,
    ofTerminal: (terminalId) => find((tracked) => tracked.terminalId === terminalId),
  };
}

/** `<pid> <line of /proc/pid/stat, or lstart of ps>`. */
export function parseLaunch(text: string): ProcessIdentity | null {
  const match = /^(\d+) (.+)\n$/.exec(text);
  if (!match) return null;
  const rest = match[2]!;
  const startTime = rest.includes('(') ? parseLinuxStat(rest, 0)?.startTime : rest.trim().replace(/\s+/g, ' ');
  return startTime ? { pid: Number(match[1]), startTime } : null;
}
