import headless from '@xterm/headless';
import { WebSocket } from 'ws';
import { eventually } from '@pitwall/service-kit/testing';
import type { Stack } from './start-stack.js';

export interface TerminalClient {
  /** What the viewer sees, line by line, without the blanks at the ends. */
  screen(): string;
  waitForText(text: string | RegExp, deadlineMs?: number): Promise<void>;
  waitForNoText(text: string, deadlineMs?: number): Promise<void>;
  type(keys: string): void;
  resize(cols: number, rows: number): void;
  /** Close code of the socket, once it has been closed by the other side. */
  readonly closed: Promise<number>;
  close(): void;
}

const DEADLINE_MS = 10_000;

/** A viewer of a session's terminal, as the dashboard is one. */
export async function openTerminal(
  stack: Pick<Stack, 'ports' | 'ownerToken'>,
  terminalId: string,
  { cols, rows } = { cols: 100, rows: 30 },
): Promise<TerminalClient> {
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
  const socket = new WebSocket(`ws://127.0.0.1:${stack.ports().gateway}/terminals/${terminalId}`, {
    headers: { authorization: `Bearer ${stack.ownerToken()}` },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const say = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    terminal.write(data, () => {
      if (socket.readyState === socket.OPEN) say({ type: 'ack', bytes: data.length });
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  say({ type: 'resize', cols, rows });

  const screen = (): string => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.viewportY + row));
    return lines
      .map((line) => line?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  };
  const waitUntil = async (what: string, isSo: () => boolean, timeoutMs: number): Promise<void> => {
    try {
      await eventually(isSo, { timeoutMs });
    } catch {
      throw new Error(`${what} in ${timeoutMs} ms; the screen shows:\n${screen()}`);
    }
  };
  const shows = (text: string | RegExp): boolean =>
    typeof text === 'string' ? screen().includes(text) : text.test(screen());

  return {
    screen,
    waitForText: (text, ms = DEADLINE_MS) => waitUntil(`no ${String(text)}`, () => shows(text), ms),
    waitForNoText: (text, ms = DEADLINE_MS) => waitUntil(`still ${text}`, () => !shows(text), ms),
    type: (keys) => socket.send(Buffer.from(keys)),
    resize: (toCols, toRows) => {
      terminal.resize(toCols, toRows);
      say({ type: 'resize', cols: toCols, rows: toRows });
    },
    closed,
    close: () => {
      socket.close(1000);
      terminal.dispose();
    },
  };
}
