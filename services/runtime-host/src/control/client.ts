import { createConnection, type Socket } from 'node:net';
import { createFrameReader, encodeFrame, type Frame } from './frames.js';
import { PROTOCOL_VERSION, type Hello, type HostNotice, type Method, type Methods } from './protocol.js';

/** pty-host can't be reached, or went away during a call. */
export class PtyHostUnreachable extends Error {
  constructor(reason: string) {
    super(`the terminal host can't be reached: ${reason}`);
    this.name = 'PtyHostUnreachable';
  }
}

/** pty-host answered that a call failed. */
export class PtyHostRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PtyHostRefused';
  }
}

export interface Answer<M extends Method> {
  result: Methods[M]['result'];
  body: Buffer;
}

export interface PtyHostClient {
  readonly hello: Hello;
  call<M extends Method>(method: M, params: Methods[M]['params']): Promise<Answer<M>>;
  /** Keys for a terminal; goes unanswered. */
  write(terminalId: string, bytes: Uint8Array): void;
  /** Until the returned function is called. */
  onNotice(listener: (notice: HostNotice, body: Buffer) => void): () => void;
  onClose(listener: () => void): void;
  close(): void;
}

interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

const CONNECT_MS = 2000;

/** Connects to a running pty-host. Throws PtyHostUnreachable. */
export async function connectPtyHost({
  socket: path,
  token,
}: {
  socket: string;
  token: string;
}): Promise<PtyHostClient> {
  const socket = await open(path);
  const waiting = new Map<number, { resolve: (answer: Answer<Method>) => void; reject: (error: Error) => void }>();
  const noticed = new Set<(notice: HostNotice, body: Buffer) => void>();
  const closed: (() => void)[] = [];
  let nextId = 1;
  let isOpen = true;

  const onFrame = ({ head, body }: Frame): void => {
    if (typeof head !== 'object' || head === null) return;
    if ('notice' in head) {
      for (const listener of noticed) listener(head as HostNotice, body);
      return;
    }
    const { id, result, error } = head as Reply;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) call?.reject(new PtyHostRefused(error));
    else call?.resolve({ result: result as never, body });
  };
  const read = createFrameReader(onFrame);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
  socket.on('close', () => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(new PtyHostUnreachable('the connection ended'));
    waiting.clear();
    for (const listener of closed) listener();
  });

  const send = (method: string, params: unknown): Promise<Answer<Method>> =>
    new Promise((resolve, reject) => {
      if (!isOpen) return reject(new PtyHostUnreachable('the connection ended'));
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      socket.write(encodeFrame({ id, method, params }));
    });

  const { result } = await send('hello', { version: PROTOCOL_VERSION, token });
  return {
    hello: result as unknown as Hello,
    call: send as PtyHostClient['call'],
    write: (terminalId, bytes) => {
      if (isOpen) socket.write(encodeFrame({ notice: 'write', terminalId }, bytes));
    },
    onNotice: (listener) => {
      noticed.add(listener);
      return () => noticed.delete(listener);
    },
    onClose: (listener) => void closed.push(listener),
    close: () => socket.destroy(),
  };
}

const open = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(path);
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), CONNECT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // A broken connection shows as `close`.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(new PtyHostUnreachable(error.message));
    });
  });
