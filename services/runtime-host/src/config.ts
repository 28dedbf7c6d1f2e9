import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BusAccess } from './daemon/nats-link.js';
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

/**
 * The daemon on its own: PITWALL_HOME's config.json, and run/host-connection.json (0600) with what enrolment gave.
 * Throws when the host was never enrolled.
 */
export function hostConfig(): RuntimeHostConfig & { home: string; connection: BusAccess } {
  const home = process.env.PITWALL_HOME || join(homedir(), '.pitwall');
  const file = readJson(join(home, 'config.json')) as Partial<RuntimeHostConfig> | null;
  const connection = readJson(join(home, 'run', 'host-connection.json')) as BusAccess | null;
  if (!connection)
    throw new Error(`this machine is no host yet: run \`pitwall host join\` (no connection in ${home}/run)`);
  return {
    home,
    connection,
    hookPort: file?.hookPort ?? 4410,
    processCheckInterval: file?.processCheckInterval ?? 15_000,
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
