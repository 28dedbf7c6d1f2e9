import { readFileSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { readSessionFile, type SessionFile } from '../core/session-file.js';
import type { Processes } from '../os/processes.js';
import { realPath } from '../os/real-path.js';
import { statsOf } from '../os/stats-of.js';
import { isOfProcess } from './session-file-process.js';

/** Should fs.watch miss something; costs a stat a file. */
const SWEEP_MS = 1000;
/** Claude writes these files in one go, but a reader may come in between. */
const AGAIN_MS = 20;
const MAX_AGAIN = 10;
/** Looked at once a second each; a person has a handful, but a hook may name any. */
const MAX_FOLDERS = 64;
const NAME = /^(\d{1,10})\.json$/;

export interface ClaudeSessionFiles {
  /** Follows the files of this configuration folder too; it may not be there yet. */
  addFolder(configFolder: string): void;
  /** Reads the file of this process, or session, anew. */
  reread(which: { pid: number | null; cliSessionId: string | null }): void;
  ofProcess(pid: number): SessionFile | null;
  close(): void;
}

interface Deps {
  processes: Processes;
  onFile: (file: SessionFile & { process: { pid: number; startTime: string }; writtenAt: number }) => void;
}

interface Folder {
  path: string;
  watcher: FSWatcher | null;
  /** What each file looked like when it was read. */
  read: Map<string, string>;
}

/** Claude's own notes about its running sessions, as they change. */
export function followClaudeSessionFiles({ processes, onFile }: Deps): ClaudeSessionFiles {
  const folders = new Map<string, Folder>();
  const byPid = new Map<number, { file: SessionFile; path: string }>();
  const timers = new Set<NodeJS.Timeout>();

  const later = (run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, AGAIN_MS);
    timers.add(timer);
  };

  const readOne = (folder: Folder, name: string, tries = 0): void => {
    const path = join(folder.path, name);
    const pid = Number(NAME.exec(name)?.[1]);
    if (!pid) return;
    const stats = statsOf(path);
    if (!stats?.isFile()) {
      folder.read.delete(name);
      byPid.delete(pid);
      return;
    }
    const read = readSessionFile(textOf(path));
    if (!read.whole) {
      if (tries < MAX_AGAIN) later(() => readOne(folder, name, tries + 1));
      return;
    }
    folder.read.set(name, lookOf(stats));
    const row = read.file?.pid === pid ? processes.read(pid) : null;
    if (!read.file || !row || !isOfProcess(read.file, row, processes)) return void byPid.delete(pid);
    byPid.set(pid, { file: read.file, path });
    onFile({ ...read.file, process: { pid, startTime: row.startTime }, writtenAt: stats.mtimeMs });
  };

  const sweep = (folder: Folder): void => {
    folder.watcher ??= watchFolder(folder, (name) => readOne(folder, name));
    let names: string[] = [];
    try {
      names = readdirSync(folder.path);
    } catch {
      // Not there yet: Claude makes it with its first session.
    }
    for (const name of names) {
      if (!NAME.test(name)) continue;
      const stats = statsOf(join(folder.path, name));
      if (stats && lookOf(stats) !== folder.read.get(name)) readOne(folder, name);
    }
    for (const name of folder.read.keys()) if (!names.includes(name)) readOne(folder, name);
  };

  const interval = setInterval(() => [...folders.values()].forEach(sweep), SWEEP_MS);

  return {
    addFolder: (configFolder) => {
      const path = join(realPath(configFolder) ?? configFolder, 'sessions');
      if (folders.has(path) || folders.size >= MAX_FOLDERS) return;
      const folder: Folder = { path, watcher: null, read: new Map() };
      folders.set(path, folder);
      sweep(folder);
    },
    reread: ({ pid, cliSessionId }) => {
      for (const folder of folders.values()) {
        for (const [known, { file, path }] of byPid) {
          if ((known === pid || file.cliSessionId === cliSessionId) && path.startsWith(`${folder.path}/`)) {
            readOne(folder, `${known}.json`);
          }
        }
        if (pid !== null && !byPid.has(pid)) readOne(folder, `${pid}.json`);
      }
    },
    ofProcess: (pid) => byPid.get(pid)?.file ?? null,
    close: () => {
      clearInterval(interval);
      timers.forEach(clearTimeout);
      for (const { watcher } of folders.values()) watcher?.close();
    },
  };
}

function watchFolder(folder: Folder, onName: (name: string) => void): FSWatcher | null {
  try {
    const watcher = watch(folder.path, (_kind, name) => {
      if (name !== null) onName(name);
    });
    watcher.on('error', () => {
      watcher.close();
      folder.watcher = null;
    });
    return watcher;
  } catch {
    // Not there yet, or no watch to be had: the sweep sees it.
    return null;
  }
}

const lookOf = ({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string =>
  `${mtimeMs}/${size}/${ino}`;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
