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
