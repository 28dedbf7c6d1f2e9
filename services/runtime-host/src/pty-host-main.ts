import { ptyHostArguments } from './config.js';
import { homePaths, makeHomeFolders } from './home-paths.js';
import { createProcesses } from './os/platform-processes.js';
import { startPtyHost } from './pty-host/pty-host.js';
import { takeLock } from './pty-host/single-instance.js';

const { home, hostId, hookPort, shell } = ptyHostArguments(process.argv.slice(2));
const paths = homePaths(home);
const note = (what: string, fields: object = {}): void => {
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), service: 'pty-host', pid: process.pid, msg: what, ...fields })}\n`,
  );
};

// It must outlive whoever started it, and the terminal it was started from.
process.on('SIGHUP', () => undefined);
process.on('SIGINT', () => undefined);
// Its terminals are worth more than any one failed callback.
process.on('uncaughtException', (error) => note('went on after an error', { error: error.stack ?? String(error) }));
process.on('unhandledRejection', (error) => note('went on after an error', { error: String(error) }));

makeHomeFolders(paths);
if (!takeLock(paths.ptyHostLock, createProcesses(process.platform))) {
  note('another one already serves this home');
  process.exit(0);
}
try {
  const host = await startPtyHost({ paths, hostId, hookPort, defaultShell: shell, note });
  process.on('SIGTERM', () => void host.stop());
  await host.stopped;
  process.exit(0);
} catch (error) {
  note('could not start', { error: String(error) });
  process.exit(1);
}
