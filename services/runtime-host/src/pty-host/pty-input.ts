import { writeSync } from 'node:fs';

/** More than any paste; what is typed into a program that never reads must not fill the memory. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** At most this much in one go, so that hooks and other terminals get their turn. */
const STEP_BYTES = 64 * 1024;
/** A program that doesn't read now is asked again, ever more seldom. */
const RETRY_MS = { first: 1, most: 32 };

export interface PtyInput {
  /** False: the program has not read for too long, and nothing of it was kept. */
  write(bytes: Uint8Array | string): boolean;
  /** Resolves when all that was written has been taken, or the terminal has ended. */
  taken(): Promise<void>;
  close(): void;
}

/**
 * What is typed into a pty. A pty holds a few KB; with more, the stream that node-pty writes to asks again and again
 * without a pause and stops this whole process, for ever when the program waits for its own output to be read.
 */
export function createPtyInput(fd: number): PtyInput {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;
  let pause = RETRY_MS.first;
  let isOpen = true;
  let listeners: (() => void)[] = [];

  const tell = (): void => {
    const told = listeners;
    listeners = [];
    for (const listener of told) listener();
  };

  const later = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = null;
      pump();
    }, ms);
  };

  const close = (): void => {
    isOpen = false;
    waiting = [];
    bytes = 0;
    if (timer) clearTimeout(timer);
    tell();
  };

  const writeStep = (): number => {
    const first = waiting[0]!;
    const written = writeSync(fd, first, 0, Math.min(first.length, STEP_BYTES));
    bytes -= written;
    if (written === first.length) waiting.shift();
    else waiting[0] = first.subarray(written);
    return written;
  };

  const pump = (): void => {
    try {
      for (let step = 0; waiting.length > 0;) {
        step += writeStep();
        pause = RETRY_MS.first;
        if (step >= STEP_BYTES && waiting.length > 0) return later(0);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return close();
      later(pause);
      pause = Math.min(pause * 2, RETRY_MS.most);
      return;
    }
    tell();
  };

  return {
    write: (data) => {
      if (!isOpen || data.length === 0) return isOpen;
      const buffer = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
      if (bytes > 0 && bytes + buffer.length > MAX_WAITING_BYTES) return false;
      waiting.push(buffer);
      bytes += buffer.length;
      // Else it has its turn behind what waits.
      if (timer === null) pump();
      return true;
    },
    taken: () => (bytes === 0 ? Promise.resolve() : new Promise((resolve) => listeners.push(resolve))),
    close,
  };
}
