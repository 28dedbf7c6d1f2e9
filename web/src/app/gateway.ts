import { createClient, type Client } from 'graphql-ws';
import type { TypedDocumentString } from '../generated/graphql.js';

/** What the gateway answers when it doesn't do what was asked: what happened, and what to do next. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

const UNREACHABLE = (): GatewayError =>
  new GatewayError('NOT_REACHABLE', 'Pitwall does not answer.', 'Agents carry on. It is tried again by itself.');

interface Failure {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly hint?: string };
}

const errorOf = ({ message, extensions }: Failure): GatewayError =>
  new GatewayError(extensions?.code ?? 'FAILED', message, extensions?.hint ?? '');

/** One query or mutation. Throws GatewayError; `NOT_AUTHENTICATED` means that this browser has to log in. */
export async function ask<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
  }).catch(() => Promise.reject(UNREACHABLE()));
  const answer = (await response.json().catch(() => ({}))) as {
    data?: Result | null;
    errors?: Failure[];
    error?: { code: string; message: string; hint: string };
  };
  const failure = answer.errors?.[0] ?? (answer.error && { message: answer.error.message, extensions: answer.error });
  if (failure) throw errorOf(failure);
  if (answer.data == null) throw UNREACHABLE();
  return answer.data;
}

export type LinkState = { readonly state: 'connecting' | 'live' } | { readonly state: 'lost'; readonly since: number };

/** The socket for everything that is live; it comes back by itself, and what is subscribed is sent anew. */
export interface Live {
  follow<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    take: (result: Result) => void,
  ): () => void;
  readonly link: () => LinkState;
  readonly onLink: (listener: () => void) => () => void;
}

/** Quick at first, so that a restart of the stack is hardly seen; then gentle on a server that is gone. */
const RETRY_MS = [250, 500, 1_000, 2_000];
const KEEP_ALIVE_MS = 10_000;

export function createLive(onRefused: () => void): Live {
  const listeners = new Set<() => void>();
  let link: LinkState = { state: 'connecting' };
  const setLink = (next: LinkState): void => {
    link = next;
    for (const listener of listeners) listener();
  };
  let attempts = 0;
  const client: Client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    lazy: true,
    keepAlive: KEEP_ALIVE_MS,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: async () => {
      const wait = RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] ?? 2_000;
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, wait));
    },
    on: {
      connected: () => {
        attempts = 0;
        setLink({ state: 'live' });
      },
      closed: () => {
        if (link.state !== 'lost') setLink({ state: 'lost', since: Date.now() });
        // A socket doesn't say why it was refused; a request does.
        if (attempts === 1) onRefused();
      },
    },
  });

  return {
    link: () => link,
    onLink: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: (document, variables, take) =>
      client.subscribe(
        { query: document.toString(), variables: variables as Record<string, unknown> },
        {
          next: ({ data }) => {
            if (data) take(data as never);
          },
          error: (error) => console.error('a subscription was refused', error),
          complete: () => undefined,
        },
      ),
  };
}
