import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RuntimeHostConfig } from './daemon/runtime-host.js';

export interface PtyHostArguments {
  home: string;
  hostId: string;
  hookPort: number;
  shell: string | null;
}

/** How the daemon starts pty-host. Throws when an argument is missing. */
export function ptyHostArguments(args: readonly string[]): PtyHostArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' }, 'host-id': { type: 'string' }, 'hook-port': { type: 'string' } },
  });
  const { home, 'host-id': hostId, 'hook-port': port } = values;
  if (!home || !hostId || !port || !/^\d{1,5}$/.test(port)) {
    throw new Error('usage: pty-host-main --home DIR --host-id ID --hook-port N');
  }
  return { home, hostId, hookPort: Number(port), shell: process.env.SHELL || null };
}

/** The environment that terminals of this host start with. */
export const ownEnvironment = (): Record<string, string | undefined> => ({ ...process.env });

/** The daemon on its own: PITWALL_HOME and its config.json. */
export function hostConfig(): RuntimeHostConfig & { home: string } {
  const home = process.env.PITWALL_HOME || join(homedir(), '.pitwall');
  const file = readJson(join(home, 'config.json')) as Partial<RuntimeHostConfig> | null;
  return {
    home,
    hookPort: file?.hookPort ?? 4410,
    processCheckInterval: file?.processCheckInterval ?? 15_000,
    ...(file?.scanInterval === undefined ? {} : { scanInterval: file.scanInterval }),
    claudeCommand: file?.claudeCommand ?? 'claude',
    codexCommand: file?.codexCommand ?? 'codex',
  };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
