import type { EventEmitter } from 'node:events';
import { spawn } from '@lydell/node-pty';
import type { ProcessIdentity } from '@pitwall/contracts';
import type { Size } from '../core/viewers.js';
import { createPtyInput } from './pty-input.js';
import { createScreen, type Screen } from './screen.js';

/** Where the screen is this far behind, the program waits for it; viewers never make it wait. */
const PAUSE_BYTES = 1024 * 1024;
const RESUME_BYTES = 256 * 1024;

/** The shell's first output has gone quiet for this long: its prompt is there. */
const PROMPT_QUIET_MS = 80;
/** A shell that prints nothing, or never stops, gets the line all the same. */
const PROMPT_WAIT_MS = 1500;

export interface TerminalExit {
  exitCode: number;
  signal: number | null;
}

export interface Terminal {
  readonly shellPid: number;
  readonly screen: Screen;
  size(): Size;
  /** Bytes of output so far. */
  offset(): number;
  write(bytes: Uint8Array | string): void;
  /** Resolves when the program has taken in all that was written, or the terminal has ended. */
  taken(): Promise<void>;
  /** False when the terminal has ended: the pty's own call would throw then (F-51). */
  resize(size: Size): boolean;
  onOutput(listener: (bytes: Buffer, offset: number) => void): void;
  onExit(listener: (exit: TerminalExit) => void): void;
  /** Types a line once the shell's prompt is there. */
  typeAtPrompt(line: string): void;
  dispose(): void;
}

export interface TerminalOptions extends Size {
  shell: string;
  cwd: string;
  env: Record<string, string>;
}

/** A pty with the user's login shell in it. Throws when it can't be started. */
export function createTerminal(options: TerminalOptions): Terminal {
  let size: Size = { cols: options.cols, rows: options.rows };
  const pty = spawn(options.shell, ['-l'], {
    name: 'xterm-256color',
    ...size,
    cwd: options.cwd,
    env: options.env,
    // Bytes, not text: a character may be cut anywhere.
    encoding: null,
  });
  const screen = createScreen(size);
  // Typed without it; it's closed by node-pty alone, which says so at once.
  const input = createPtyInput((pty as unknown as { fd: number }).fd);
  (pty as unknown as EventEmitter).on('close', () => input.close());
  const outputs: ((bytes: Buffer, offset: number) => void)[] = [];
  const exits: ((exit: TerminalExit) => void)[] = [];
  let offset = 0;
  let isOpen = true;
  let paused = false;

  const onParsed = (): void => {
    if (!paused || screen.behind() > RESUME_BYTES) return;
    paused = false;
    if (isOpen) pty.resume();
  };

  pty.onData((data) => {
    // Typed as text, but bytes with `encoding: null`.
    const bytes = data as unknown as Buffer;
    const at = offset;
    offset += bytes.length;
    screen.write(bytes, onParsed);
    for (const listener of outputs) listener(bytes, at);
    if (!paused && screen.behind() > PAUSE_BYTES) {
      paused = true;
      pty.pause();
    }
  });
  pty.onExit(({ exitCode, signal }) => {
    isOpen = false;
    input.close();
    for (const listener of exits) listener({ exitCode, signal: signal ? signal : null });
  });

  const write = (bytes: Uint8Array | string): void => {
    if (isOpen) input.write(bytes);
  };

  return {
    shellPid: pty.pid,
    screen,
    size: () => size,
    offset: () => offset,
    write,
    taken: () => input.taken(),
    resize: (wanted) => {
      if (!isOpen) return false;
      try {
        pty.resize(wanted.cols, wanted.rows);
      } catch {
        return false;
      }
      size = wanted;
      screen.resize(wanted);
      return true;
    },
    onOutput: (listener) => void outputs.push(listener),
    onExit: (listener) => void exits.push(listener),
    typeAtPrompt: (line) => {
      let quiet: NodeJS.Timeout | null = null;
      let typed = false;
      const type = (): void => {
        if (typed) return;
        typed = true;
        clearTimeout(latest);
        if (quiet) clearTimeout(quiet);
        write(line);
      };
      const latest = setTimeout(type, PROMPT_WAIT_MS);
      outputs.push(() => {
        if (typed) return;
        if (quiet) clearTimeout(quiet);
        quiet = setTimeout(type, PROMPT_QUIET_MS);
      });
    },
    dispose: () => {
      isOpen = false;
      input.close();
      screen.dispose();
    },
  };
}

export const shellIdentity = (pid: number, startTime: string | undefined): ProcessIdentity => ({
  pid,
  startTime: startTime ?? 'unknown',
});
