import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager, PubAck } from '@nats-io/jetstream';
import { connect, credsAuthenticator, headers, jwtAuthenticator } from '@nats-io/transport-node';
import type { Authenticator, NatsConnection } from '@nats-io/transport-node';
import { ConnectionLost, NotReachable } from './bus-errors.js';
import { createReplies } from './bus-replies.js';
import type { Replies } from './bus-replies.js';
import { watchLink } from './bus-link.js';
import type { Link } from './bus-link.js';
import type { Log } from './log.js';
import { ensureStream } from './streams.js';
import type { StreamDef } from './streams.js';

export interface BusOptions {
  readonly servers: string | string[];
  /** Contents of a NATS .creds file, or its two parts; left out only for a server without accounts. */
  readonly credentials?: string | { readonly jwt: string; readonly seed: string };
  readonly name: string;
  readonly inboxPrefix?: string;
  /** Wait for the first connection for as long as it takes (default), or fail at once. */
  readonly waitOnFirstConnect?: boolean;
  readonly log: Log;
}

export interface PublishOptions {
  readonly msgId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface Bus extends Replies, Link {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /**
   * Stores a message in the stream that takes the subject; resolves with its place there. Throws `NotReachable`
   * (nothing was sent) or `ConnectionLost` (outcome unknown) at once, and what the server refuses.
   */
  publish(subject: string, data: Uint8Array | string, options?: PublishOptions): Promise<PubAck>;
  ensureStream(def: StreamDef): Promise<void>;
  /** Drains: what was published is sent, handlers under way may answer. Idempotent. */
  close(): Promise<void>;
}

const RECONNECT_WAIT_MS = 200;
const RECONNECT_JITTER_MS = 100;
/** A server that was stopped without closing its sockets is noticed after two of these. */
const PING_INTERVAL_MS = 5_000;
const PUBLISH_TIMEOUT_MS = 5_000;
/** A drain waits for the server; one that is gone must not hold up a shutdown. */
const CLOSE_TIMEOUT_MS = 1_500;

function authenticator(credentials: BusOptions['credentials']): Authenticator | undefined {
  if (credentials === undefined) return undefined;
  const encode = (text: string) => new TextEncoder().encode(text);
  // Its parser wants the line break that a trimmed file has lost.
  if (typeof credentials === 'string') return credsAuthenticator(encode(`${credentials.trim()}\n`));
  return jwtAuthenticator(credentials.jwt, encode(credentials.seed));
}

/** Connects and stays connected: it reconnects for ever, with a short wait. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const auth = authenticator(options.credentials);
  const nc = await connect({
    servers: options.servers,
    name: options.name,
    ...(auth ? { authenticator: auth } : {}),
    ...(options.inboxPrefix === undefined ? {} : { inboxPrefix: options.inboxPrefix }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    waitOnFirstConnect: options.waitOnFirstConnect ?? true,
    // A key that is being rotated is refused for a while; giving up would need a restart by hand.
    ignoreAuthErrorAbort: true,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
  });
  const js = jetstream(nc, { timeout: PUBLISH_TIMEOUT_MS });
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: PUBLISH_TIMEOUT_MS });
  const link = watchLink(nc, options.log);

  return {
    nc,
    js,
    jsm,
    ...link,
    ...createReplies({ nc, log: options.log, connected: () => link.status().connected }),
    publish: async (subject, data, publishOptions = {}) => {
      if (!link.status().connected) throw new NotReachable(subject);
      return orLost(link, subject, publish(js, subject, data, publishOptions));
    },
    ensureStream: (def) => ensureStream(jsm, def),
    close: () => closeConnection(nc),
  };
}

/** The client would wait for its timeout, although the answer can no longer come. */
function orLost<T>(link: Link, subject: string, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const off = link.onDisconnect(() => reject(new ConnectionLost(subject)));
    answer.then(resolve, reject).finally(off);
  });
}

function publish(js: JetStreamClient, subject: string, data: Uint8Array | string, options: PublishOptions) {
  const head = headers();
  for (const [name, value] of Object.entries(options.headers ?? {})) head.set(name, value);
  return withoutStack(() =>
    js.publish(subject, data, {
      headers: head,
      ...(options.msgId === undefined ? {} : { msgID: options.msgId }),
      timeout: options.timeoutMs ?? PUBLISH_TIMEOUT_MS,
    }),
  );
}

/** The client makes an error with a stack for every request, in case it fails: 6 % of all work under load. */
function withoutStack<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

async function closeConnection(nc: NatsConnection): Promise<void> {
  if (nc.isClosed()) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
  await Promise.race([nc.drain().catch(() => undefined), late]);
  clearTimeout(timer);
  await nc.close();
}
