import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { existingHome, readEnvironment, readPorts, readTextFile } from '@pitwall/stack/home';
import { CliError, EXIT } from './exit.js';

/** How a command speaks with the running stack. */
export interface GatewayClient {
  /** `http://127.0.0.1:4400` */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Data of a query or mutation; throws CliError. */
  ask<T>(document: string, variables?: Record<string, unknown>): Promise<T>;
  /** Values of a subscription, for ever; it reconnects by itself. */
  follow<T extends object>(document: string, variables: Record<string, unknown>): AsyncIterable<T>;
}

const notRunning = (detail: string): CliError =>
  new CliError({
    code: 'NOT_REACHABLE',
    message: `Pitwall does not answer: ${detail}.`,
    hint: 'Start it with: pitwall up',
    exit: EXIT.unreachable,
  });

interface GraphqlFailure {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly hint?: string };
}

const failureOf = (errors: readonly GraphqlFailure[]): CliError => {
  const [first] = errors;
  return new CliError({
    code: first?.extensions?.code ?? 'FAILED',
    message: first?.message ?? 'Pitwall refused the request.',
    hint: first?.extensions?.hint || null,
  });
};

interface Place {
  readonly url: string;
  readonly token: string;
}

/** `PITWALL_URL` names a stack elsewhere, unless a home is named; else the home knows: ports.json and the owner's token. */
const findStack = (homePath?: string): Place => {
  const { home: standard, remote } = readEnvironment();
  if (homePath === undefined && remote !== null) return remote;
  const path = homePath ?? standard;
  const home = existingHome(path);
  const ports = home && readPorts(home);
  const token = home && readTextFile(home.ownerToken)?.trim();
  if (!ports || !token) throw notRunning(`nothing runs for ${path}`);
  return { url: `http://127.0.0.1:${ports.gateway}`, token };
};

export const connectGateway = (homePath?: string): GatewayClient => {
  const { url, token } = findStack(homePath);
  const headers = { authorization: `Bearer ${token}` };

  return {
    url,
    headers,
    async ask<T>(document: string, variables: Record<string, unknown> = {}) {
      const body = JSON.stringify({ query: document, variables });
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }).catch(() => Promise.reject(notRunning(`nothing listens on ${url}`)));
      const answer = (await response.json().catch(() => ({}))) as {
        data?: T;
        errors?: GraphqlFailure[];
        error?: { code: string; message: string; hint: string };
      };
      if (answer.errors?.length) throw failureOf(answer.errors);
      if (answer.error) throw failureOf([{ message: answer.error.message, extensions: answer.error }]);
      if (answer.data === undefined || answer.data === null)
        throw notRunning(`an unexpected answer (HTTP ${response.status})`);
      return answer.data;
    },
    async *follow<T extends object>(document: string, variables: Record<string, unknown>) {
      // A stack that is started again may be at another port.
      const present = (): string => {
        try {
          return findStack(homePath).url;
        } catch {
          return url;
        }
      };
      const client = subscriptionClient(present, headers);
      try {
        for await (const result of client.iterate<T>({ query: document, variables })) {
          if (result.errors?.length) throw failureOf(result.errors);
          if (result.data) yield result.data;
        }
      } catch (error) {
        throw Array.isArray(error) ? failureOf(error as GraphqlFailure[]) : error;
      } finally {
        await client.dispose();
      }
    },
  };
};

const RETRY_MS = 500;

const subscriptionClient = (address: () => string, headers: Record<string, string>): Client => {
  class AuthorisedSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, { headers });
    }
  }
  return createClient({
    url: () => `${address().replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: AuthorisedSocket,
    retryAttempts: Infinity,
    // A stack that restarts is back within seconds; the first values after it are the present state.
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
    shouldRetry: () => true,
  });
};
