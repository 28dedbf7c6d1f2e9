import type { Cli } from '@pitwall/contracts';

/** A process as the hook script saw it in the chain above itself. */
export interface SeenProcess {
  pid: number;
  startTime: string;
  ppid: number;
  /** 0 = no controlling terminal; null = not known. */
  tty: number | null;
  command: string;
}

export interface SpoolFile {
  cli: Cli;
  terminal: string | null;
  entrypoint: string | null;
  parent: string | null;
  program: string | null;
  chain: SeenProcess[];
  body: Uint8Array;
}

export type SpoolRead =
  { state: 'complete'; file: SpoolFile } | { state: 'incomplete' } | { state: 'bad'; reason: string };

export const SPOOL_MAGIC = 'pitwall-hook 1';

/** The last line of a whole file. It carries the file's own name, so no body ends like this by chance. */
export const spoolTrailer = (name: string): string => `\nend ${name}\n`;

const NEWLINE = 10;

/**
 * Reads what the hook script writes: `key value` lines, an empty line, the body as it came, and the trailer.
 * Without its trailer a file is still being written, or was never finished.
 */
export function readSpoolFile(bytes: Uint8Array, name: string): SpoolRead {
  const trailer = new TextEncoder().encode(spoolTrailer(name));
  if (!endsWith(bytes, trailer)) return { state: 'incomplete' };
  const end = bytes.length - trailer.length;
  const headers: string[] = [];
  let at = 0;
  for (;;) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0 || newline > end) return { state: 'bad', reason: 'headers without an end' };
    const line = new TextDecoder().decode(bytes.subarray(at, newline));
    at = newline + 1;
    if (line === '') break;
    headers.push(line);
  }
  return readHeaders(headers, bytes.subarray(Math.min(at, end), end));
}

function readHeaders(lines: string[], body: Uint8Array): SpoolRead {
  if (lines[0] !== SPOOL_MAGIC) return { state: 'bad', reason: 'not written by the hook script' };
  const values = new Map<string, string>();
  const chain: SeenProcess[] = [];
  for (const line of lines.slice(1)) {
    const space = line.indexOf(' ');
    const key = space < 0 ? line : line.slice(0, space);
    const value = space < 0 ? '' : line.slice(space + 1);
    const seen = key === 'process' ? readProcess(value) : null;
    if (seen) chain.push(seen);
    else values.set(key, value);
  }
  const cli = values.get('cli');
  if (cli !== 'claude' && cli !== 'codex') return { state: 'bad', reason: 'unknown cli' };
  const text = (key: string): string | null => values.get(key) || null;
  return {
    state: 'complete',
    file: {
      cli,
      terminal: text('terminal'),
      entrypoint: text('entrypoint'),
      parent: text('parent'),
      program: text('program'),
      chain,
      body,
    },
  };
}

/** `pid ppid tty startTime command`, tty `-` where not known; startTime has `_` for spaces. */
function readProcess(value: string): SeenProcess | null {
  const match = /^(\d+) (\d+) (-?\d+|-) (\S{1,64}) (.*)$/.exec(value);
  if (!match) return null;
  const [, pid, ppid, tty, startTime, command] = match as unknown as [string, string, string, string, string, string];
  return {
    pid: Number(pid),
    ppid: Number(ppid),
    tty: tty === '-' ? null : Number(tty),
    startTime: startTime.replaceAll('_', ' '),
    command,
  };
}

function endsWith(bytes: Uint8Array, tail: Uint8Array): boolean {
  const from = bytes.length - tail.length;
  if (from < 0) return false;
  for (let i = 0; i < tail.length; i++) if (bytes[from + i] !== tail[i]) return false;
  return true;
}
