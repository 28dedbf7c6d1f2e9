import { parseArgs } from 'node:util';

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
