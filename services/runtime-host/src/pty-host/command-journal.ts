import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { writeFileAtomic } from '../atomic-file.js';

/** Commands live for minutes and their stream for a day: what is older is never asked about again. */
const KEEP_MS = 2 * 86_400_000;

export interface CommandJournal {
  /** Notes the command, on disk before it returns. False: it was noted before, so it must not be done again. */
  begin(commandId: string): boolean;
  has(commandId: string): boolean;
  close(): void;
}

/** Which commands were begun. After a crash the outcome of one is unknown, and it is never done twice. */
export function openCommandJournal(path: string, now: () => number): CommandJournal {
  const known = new Map<string, number>();
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // None yet.
  }
  for (const line of text.split('\n')) {
    const match = /^(\d+) ([A-Za-z0-9_-]{1,64})$/.exec(line);
    if (match && Number(match[1]) > now() - KEEP_MS) known.set(match[2]!, Number(match[1]));
  }
  writeFileAtomic(path, [...known].map(([id, at]) => `${at} ${id}\n`).join(''));
  const fd = openSync(path, 'a', 0o600);
  return {
    begin: (commandId) => {
      if (known.has(commandId)) return false;
      writeSync(fd, `${now()} ${commandId}\n`);
      fsyncSync(fd);
      known.set(commandId, now());
      return true;
    },
    has: (commandId) => known.has(commandId),
    close: () => closeSync(fd),
  };
}
