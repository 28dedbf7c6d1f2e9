import { createClient } from 'graphql-ws';
import type { TypedDocumentString } from '../generated/graphql.js';
import { GatewayError } from './gateway.js';
import { watched, type Watched } from './watched.js';

export type LinkState =
  | { readonly state: 'connecting' | 'live' }
  /** `heardAt`: when the gateway last said anything; `nextTryAt`: null while a try is under way. */
  | { readonly state: 'lost'; readonly since: number; readonly heardAt: number; readonly nextTryAt: number | null };

/** The socket for everything that is live; it comes back by itself, and what is subscribed is sent anew. */
export interface Live {
  follow<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    reader: { take: (result: Result) => void; refused: (error: GatewayError) => void },
  ): () => void;
  readonly link: Pick<Watched<LinkState>, 'get' | 'subscribe'>;
  /** Doesn't wait for the next try. */
  readonly tryNow: () => void;
}

/** Quick at first, so that a restart of the stack is hardly seen; then gentle on a server that is gone. */
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000];
const KEEP_ALIVE_MS = 10_000;
/** A socket whose other end vanished stays open for minutes; a question without an answer tells sooner. */
const PONG_MS = 5_000;

const refusal = (error: unknown): GatewayError => {
  const first: unknown = Array.isArray(error) ? error[0] : error;
  const message = first instanceof Error || (typeof first === 'object' && first !== null && 'message' in first);
  return new GatewayError('REFUSED', message ? String((first as Error).message) : 'The gateway refused.', '');
};

/** `onRefused` is told once when the socket can't be opened: only a request says why. */
export function createLive(onRefused: () => void): Live {
  const link = watched<LinkState>({ state: 'connecting' });
  let heardAt = Date.now();
  let attempts = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let endWait = (): void => undefined;

  const lose = (nextTryAt: number | null): void => {
    const known = link.get();
    link.set({ state: 'lost', since: known.state === 'lost' ? known.since : Date.now(), heardAt, nextTryAt });
  };
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    lazy: true,
    keepAlive: KEEP_ALIVE_MS,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: async () => {
      const wait = RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] ?? KEEP_ALIVE_MS;
      attempts += 1;
      lose(Date.now() + wait);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      lose(null);
    },
    on: {
      connected: () => {
        attempts = 0;
        link.set({ state: 'live' });
      },
      message: () => {
        heardAt = Date.now();
      },
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), PONG_MS);
      },
      pong: () => clearTimeout(silence),
      closed: () => {
        clearTimeout(silence);
        lose(null);
        if (attempts === 1) onRefused();
      },
    },
  });
  // A laptop that wakes or changes networks knows before any timer does.
  window.addEventListener('online', () => endWait());

  return {
    link,
    tryNow: () => endWait(),
    follow: (document, variables, { take, refused }) =>
      client.subscribe(
        { query: document.toString(), variables: variables as Record<string, unknown> },
        {
          next: ({ data }) => {
            if (data) take(data as never);
          },
          error: (error) => refused(refusal(error)),
          complete: () => undefined,
        },
      ),
  };
}
