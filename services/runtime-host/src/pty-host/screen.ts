import { SerializeAddon } from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import { incompleteTail } from '../core/incomplete-tail.js';
import type { Size } from '../core/viewers.js';
import { missingModes, trackKeyboardModes } from './screen-modes.js';

const SCROLLBACK_LINES = 5000;
/** A sequence longer than this (an image, say) is not repeated to a new viewer. */
const MAX_TAIL_BYTES = 1024 * 1024;

export interface ScreenShot extends Size {
  /** Bytes that draw the screen, modes included, on an empty terminal of this size. */
  bytes: Buffer;
  /** They stand for all output below this offset. */
  offset: number;
}

export interface Screen {
  /** Takes output in; `parsed` is called when the screen shows it. */
  write(bytes: Buffer, parsed: () => void): void;
  resize(size: Size): void;
  /** At most `maxBytes`, at the cost of old lines. */
  shot(maxBytes: number): Promise<ScreenShot>;
  lastLines(count: number): Promise<string[]>;
  bracketedPaste(): boolean;
  /** Bytes taken in and not drawn yet. */
  behind(): number;
  dispose(): void;
}

/**
 * What a terminal shows, kept by a terminal without a window. It never answers a query (device attributes, cursor
 * position): what the program asks is answered by the person's real terminal, once.
 */
export function createScreen({ cols, rows }: Size): Screen {
  const terminal = new headless.Terminal({ cols, rows, scrollback: SCROLLBACK_LINES, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  const keyboard = trackKeyboardModes(terminal);
  const queue: Buffer[] = [];
  let behind = 0;
  let drawn = 0;
  /** The end of the drawn output that is no whole sequence or character yet. */
  let tail: Buffer = Buffer.alloc(0);

  const onDrawn = (chunk: Buffer): void => {
    queue.shift();
    behind -= chunk.length;
    drawn += chunk.length;
    const end = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    const rest = end.subarray(incompleteTail(end));
    tail = rest.length > MAX_TAIL_BYTES ? Buffer.alloc(0) : Buffer.from(rest);
  };

  const settle = (): Promise<void> => new Promise((resolve) => terminal.write('', resolve));

  const draw = (scrollback: number): Buffer =>
    Buffer.concat([
      Buffer.from(serializer.serialize({ scrollback }) + missingModes(terminal) + keyboard.sequence()),
      tail,
      ...queue,
    ]);

  return {
    write: (bytes, parsed) => {
      queue.push(bytes);
      behind += bytes.length;
      terminal.write(bytes, () => {
        onDrawn(bytes);
        parsed();
      });
    },
    resize: (size) => terminal.resize(size.cols, size.rows),
    shot: async (maxBytes) => {
      await settle();
      let bytes = draw(SCROLLBACK_LINES);
      for (let lines = SCROLLBACK_LINES / 2; bytes.length > maxBytes && lines >= 1; lines = Math.floor(lines / 2)) {
        bytes = draw(lines);
      }
      return { bytes, offset: drawn + behind, cols: terminal.cols, rows: terminal.rows };
    },
    lastLines: async (count) => {
      await settle();
      const buffer = terminal.buffer.active;
      const lines: string[] = [];
      for (let row = buffer.baseY + terminal.rows - 1; row >= 0 && lines.length < count; row--) {
        const text = buffer.getLine(row)?.translateToString(true) ?? '';
        if (text.trim() !== '' || lines.length > 0) lines.unshift(text);
      }
      return lines;
    },
    bracketedPaste: () => terminal.modes.bracketedPasteMode,
    behind: () => behind,
    dispose: () => terminal.dispose(),
  };
}
