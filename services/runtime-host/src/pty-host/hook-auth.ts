import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Refusal {
  status: number;
  reason: string;
  message: string;
}

/** Whose hooks a caller may post: anyone's (the owner's token), or one terminal's. */
export type Caller = { kind: 'owner' } | { kind: 'terminal'; terminalId: string };

/** Compares in a time that tells nothing about the token. */
export function createTokenCheck(token: string): (given: string) => boolean {
  const wanted = Buffer.from(token);
  return (given) => {
    const bytes = Buffer.from(given);
    // The length of a token is no secret.
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  };
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * A web page may make a browser send requests here: it shows by its Origin, or, when a foreign name was made to point
 * at this machine, by its Host. `port` null: a unix socket, which no browser reaches, so any loopback name will do.
 */
export function refuseForeign(request: IncomingMessage, port: number | null): Refusal | null {
  const host = (request.headers.host ?? '').toLowerCase();
  const names = port === null ? [host.replace(/:\d+$/, '')] : LOOPBACK.filter((name) => host === `${name}:${port}`);
  if (!names.some((name) => LOOPBACK.includes(name))) {
    return { status: 403, reason: 'foreign-host', message: 'ask for this address by its loopback name' };
  }
  // Where there is no Origin browsers still tell whose page asks; `none`: the person typed the address.
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (origin !== undefined || site !== 'none') {
    return { status: 403, reason: 'origin', message: 'no web page may post hooks' };
  }
  return null;
}

const BEARER = /^Bearer +(\S+)$/i;

/** Who calls; a Refusal when the token is missing, wrong, or good for another terminal only. */
export function authorise(
  request: IncomingMessage,
  isHookToken: (token: string) => boolean,
  terminalOfToken: (token: string) => string | null,
): Caller | Refusal {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    return { status: 401, reason: 'no-token', message: 'send Authorization: Bearer <hook-token>' };
  const terminalId = terminalOfToken(token);
  if (terminalId !== null) {
    const named = request.headers['x-pitwall-terminal'];
    if (named !== undefined && named !== '' && named !== terminalId) {
      return { status: 403, reason: 'other-terminal', message: 'this token is good for another terminal' };
    }
    return { kind: 'terminal', terminalId };
  }
  if (isHookToken(token)) return { kind: 'owner' };
  return { status: 401, reason: 'bad-token', message: 'the token is not known: read it from run/hook-token' };
}
