import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Card } from '@pitwall/contracts';
import type { Bus } from '@pitwall/service-kit';
import { openViewer, type Viewer } from './viewer.js';

const side = z.number().int().min(2).max(1000);

const frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), cols: side, rows: side }),
  /** `bytes`: taken in since the last ack. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().nonnegative() }),
]);

/** WebSocket close codes of our own: why a terminal's socket ended. */
export const CLOSE = { exited: 4000, badFrame: 4400, notFound: 4404 } as const;

const RESET = new TextEncoder().encode('\x1bc');
/** A viewer says its size first; one that doesn't is taken to be of the size that terminals open with. */
const SIZE_WAIT_MS = 150;
const STANDARD_SIZE = { cols: 120, rows: 36 };

type Terminal = Pick<Card, 'hostId'> & { readonly terminalId: string };

/** Binds a socket to a terminal: binary frames are bytes both ways, text frames are resize and ack. */
export function serveTerminal(socket: WebSocket, terminal: Terminal, bus: Bus): void {
  let viewer: Viewer | null = null;
  // Until its first ack a client is paced by its socket; from then on by what it says it has taken in.
  let acks = false;
  const early: Uint8Array[] = [];

  const open = (size: { cols: number; rows: number }): void => {
    clearTimeout(waiting);
    if (viewer || socket.readyState !== socket.OPEN) return;
    viewer = openViewer({ bus, ...terminal, viewer: `v-${randomUUID()}`, size, sink: { bytes, exit } });
    for (const data of early.splice(0)) viewer.input(data);
  };
  const bytes = (data: Uint8Array, reset: boolean): void => {
    const whole = reset ? Buffer.concat([RESET, data]) : data;
    socket.send(whole, { binary: true }, () => {
      if (!acks) viewer?.took(data.length);
    });
  };
  const exit = (): void => socket.close(CLOSE.exited, 'the terminal has ended');

  const text = (raw: string): void => {
    const message = parseFrame(raw);
    if (!message)
      return socket.close(CLOSE.badFrame, 'a text frame is {"type":"resize","cols","rows"} or {"type":"ack","bytes"}');
    if (message.type === 'ack') {
      acks = true;
      viewer?.took(message.bytes);
      return;
    }
    const { cols, rows } = message;
    if (viewer) viewer.resize(cols, rows);
    else open({ cols, rows });
  };

  const waiting = setTimeout(() => open(STANDARD_SIZE), SIZE_WAIT_MS);
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) text(data.toString('utf8'));
    else if (viewer) viewer.input(data);
    else early.push(data);
  });
  socket.on('close', () => {
    clearTimeout(waiting);
    viewer?.close();
    viewer = null;
  });
  socket.on('error', () => socket.terminate());
}

function parseFrame(raw: string): z.infer<typeof frame> | null {
  try {
    const parsed = frame.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
