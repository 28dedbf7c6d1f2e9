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

/** pty-host is there, and doesn't answer: it hangs, or is stopped. What was asked may still be done when it goes on. */
export class PtyHostSilent extends PtyHostUnreachable {
  constructor() {
    super('it does not answer; `pitwall down --all` ends it together with its terminals');
    this.name = 'PtyHostSilent';
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
  /** Throws PtyHostRefused, PtyHostUnreachable, PtyHostSilent. */
  call<M extends Method>(method: M, params: Methods[M]['params'], options?: { timeoutMs: number }): Promise<Answer<M>>;
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

interface Waiting {
  resolve: (answer: Answer<Method>) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

const CONNECT_MS = 2000;
/** It answers in a millisecond; a machine under load takes longer. */
const CALL_MS = 5000;
/** Those that wait for processes or terminals. */
const SLOW_CALL_MS: Partial<Record<Method, number>> = { open: 15_000, type: 30_000, kill: 10_000, shutdown: 10_000 };

const patience = (method: Method, params: unknown): number =>
  (SLOW_CALL_MS[method] ?? CALL_MS) + (method === 'log' ? (params as Methods['log']['params']).waitMs : 0);

/** Connects to a running pty-host. Throws PtyHostUnreachable. */
export async function connectPtyHost({
  socket: path,
  token,
}: {
  socket: string;
  token: string;
}): Promise<PtyHostClient> {
  const socket = await open(path);
  const waiting = new Map<number, Waiting>();
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
    // Too late: whoever asked has gone on.
    if (!call) return;
    waiting.delete(id);
    clearTimeout(call.timer);
    if (error !== undefined) call.reject(new PtyHostRefused(error));
    else call.resolve({ result: result as never, body });
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
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new PtyHostUnreachable('the connection ended'));
    }
    waiting.clear();
    for (const listener of closed) listener();
  });

  const send = (method: string, params: unknown, timeoutMs: number): Promise<Answer<Method>> =>
    new Promise((resolve, reject) => {
      if (!isOpen) return reject(new PtyHostUnreachable('the connection ended'));
      const id = nextId++;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new PtyHostSilent());
      }, timeoutMs);
      waiting.set(id, { resolve, reject, timer });
      socket.write(encodeFrame({ id, method, params }));
    });

  const greet = async (): Promise<Hello> => {
    try {
      // The system accepts the connection even for a process that is stopped.
      const { result } = await send('hello', { version: PROTOCOL_VERSION, token }, CONNECT_MS);
      return result as unknown as Hello;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };

  const hello = await greet();
  return {
    hello,
    call: ((method, params, options) =>
      send(method, params, options?.timeoutMs ?? patience(method, params))) as PtyHostClient['call'],
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
