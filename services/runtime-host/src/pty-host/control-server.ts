import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createFrameReader, encodeFrame, type Frame } from '../control/frames.js';
import type { Hello, HostNotice, Method, Methods } from '../control/protocol.js';
import { createTokenCheck } from './hook-auth.js';

/** Output waiting for a daemon that doesn't read: beyond this it is left out, never waited for. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

export type Reply<M extends Method> = { result: Methods[M]['result']; body?: Uint8Array };

export interface Peer {
  /** Aborted when the connection ends. */
  readonly ended: AbortSignal;
  notify(notice: HostNotice, body?: Uint8Array): void;
  /** False when the peer doesn't keep up; nothing was sent then. */
  offer(notice: HostNotice, body: Uint8Array): boolean;
  onDrain(listener: () => void): void;
}

export type MethodHandlers = {
  [M in Method]: (params: Methods[M]['params'], peer: Peer) => Promise<Reply<M>> | Reply<M>;
};

interface Deps {
  token: string;
  hello: () => Hello;
  handlers: MethodHandlers;
  onWrite: (terminalId: string, bytes: Buffer) => void;
  onPeer: (peer: Peer) => void;
}

interface Call {
  id: number;
  method: string;
  params: unknown;
}

/** The socket over which the daemon, and `down`, talk to this process. */
export function createControlServer(deps: Deps): Server {
  const isToken = createTokenCheck(deps.token);
  return createServer((socket) => serve(socket, deps, isToken));
}

/** Listens with the file open to the owner only from its first moment on. */
export function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    rmSync(path, { force: true });
    const mask = process.umask(0o177);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      server.off('error', reject);
      resolve();
    });
    process.umask(mask);
  });
}

function serve(socket: Socket, deps: Deps, isToken: (token: string) => boolean): void {
  const ending = new AbortController();
  let known = false;
  const send = (head: unknown, body?: Uint8Array): void => {
    if (!socket.destroyed) socket.write(encodeFrame(head, body));
  };
  const peer: Peer = {
    ended: ending.signal,
    notify: send,
    offer: (notice, body) => {
      if (socket.destroyed || socket.writableLength > MAX_QUEUED_BYTES) return false;
      send(notice, body);
      return true;
    },
    onDrain: (listener) => void socket.on('drain', listener),
  };

  const onHello = ({ id, params }: Call): void => {
    const { token } = (params ?? {}) as { token?: unknown };
    known = typeof token === 'string' && isToken(token);
    if (!known)
      return void socket.end(encodeFrame({ id, error: 'the token is wrong: read it from run/pty-host-token' }));
    send({ id, result: deps.hello() });
    deps.onPeer(peer);
  };

  const onCall = async ({ id, method, params }: Call): Promise<void> => {
    const handler = Object.hasOwn(deps.handlers, method) ? deps.handlers[method as Method] : undefined;
    if (!handler) return send({ id, error: `this terminal host doesn't know ${method}` });
    try {
      const { result, body } = await handler(params as never, peer);
      send({ id, result }, body);
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };

  const onFrame = ({ head, body }: Frame): void => {
    if (known && (head as { notice?: unknown }).notice === 'write') {
      return deps.onWrite((head as { terminalId: string }).terminalId, body);
    }
    const call = head as Call;
    if (!known) return call.method === 'hello' ? onHello(call) : void socket.destroy();
    void onCall(call);
  };

  const read = createFrameReader(onFrame);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => ending.abort());
}
