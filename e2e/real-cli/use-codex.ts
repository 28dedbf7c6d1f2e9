import { readFileSync, readdirSync } from 'node:fs';
import { makeCodexHome } from './codex-home.js';
import { CODEX } from './install-cli.js';
import { useAgent } from './use-agent.js';

/** Processes of that CODEX_HOME, and whether each is its shared daemon. Only Linux tells. */
export function processesOf(home: string): { pid: number; isDaemon: boolean }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && textOf(pid, 'environ').includes(`CODEX_HOME=${home}\0`))
    .map((pid) => ({ pid, isDaemon: textOf(pid, 'cmdline').includes('app-server') }));
}

/** The shared daemon and its updater outlive whoever started them. */
const endDaemon = (home: string): void => processesOf(home).forEach(({ pid }) => endProcess(pid));

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended by itself.
  }
}

function textOf(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export const useCodex = ({ withHooks }: { withHooks: boolean }, config: Readonly<Record<string, unknown>> = {}) =>
  useAgent({
    cli: CODEX,
    makeHome: (folder, of) => makeCodexHome(folder, { ...of, withHooks }),
    config: ({ command }) => ({ codexCommand: command, ...config }),
    cleanUp: ({ configFolder }) => endDaemon(configFolder),
  });
