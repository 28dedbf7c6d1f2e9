import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** A unix socket's address holds 104 bytes on macOS and 108 on Linux, the closing zero included. */
const MAX_SOCKET_PATH_BYTES = 100;

export type HomePaths = ReturnType<typeof homePaths>;

/** Everything that the host keeps under PITWALL_HOME, by name. */
export function homePaths(home: string) {
  const run = join(home, 'run');
  const spool = join(home, 'spool');
  const sockets = Buffer.byteLength(join(run, 'pty-host.sock')) > MAX_SOCKET_PATH_BYTES ? shortFolder(home) : run;
  return {
    home,
    run,
    spool,
    logs: join(home, 'logs'),
    bin: join(home, 'bin'),
    launch: join(run, 'launch'),
    sockets,
    controlSocket: join(sockets, 'pty-host.sock'),
    hooksSocket: join(sockets, 'hooks.sock'),
    hookToken: join(run, 'hook-token'),
    ptyHostToken: join(run, 'pty-host-token'),
    ptyHostInfo: join(run, 'pty-host.json'),
    ptyHostLock: join(run, 'pty-host.lock'),
    logMarks: join(run, 'host-log.json'),
    ptyHostLog: join(home, 'logs', 'pty-host.log'),
    hookScript: join(home, 'bin', 'pitwall-hook'),
    spoolIn: join(spool, 'in'),
    spoolBad: join(spool, 'bad'),
    spoolLog: join(spool, 'log'),
    terminals: join(spool, 'terminals.json'),
    processes: join(spool, 'processes.json'),
    journal: join(spool, 'journal.jsonl'),
    clock: join(spool, 'clock.json'),
  };
}

const shortFolder = (home: string): string =>
  `/tmp/pitwall-${userInfo().uid}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;

/** Makes the folders, each for the owner only. Throws when the short socket folder is someone else's. */
export function makeHomeFolders(paths: HomePaths): void {
  const { home, run, spool, logs, bin, launch, spoolIn, spoolBad, spoolLog } = paths;
  for (const folder of [home, run, spool, logs, bin, launch, spoolIn, spoolBad, spoolLog]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  for (const folder of [run, spool, launch]) chmodSync(folder, 0o700);
  if (paths.sockets !== run) makeShortFolder(paths.sockets);
}

/** /tmp is everybody's: a folder of that name made by someone else is not ours to trust. */
function makeShortFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} belongs to someone else or is open to others: remove it, or use a home with a shorter path`,
    );
  }
}
