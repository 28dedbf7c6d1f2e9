import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who speaks: for now the owner of the stack alone. */
export interface Principal {
  readonly kind: 'owner';
  readonly name: string;
}

/** A request that has been judged. */
export interface Speaks {
  principal?: Principal;
}

export function demandPrincipal(principal: Principal | undefined): Principal {
  if (!principal) throw new Error('a request reached GraphQL without having been judged');
  return principal;
}

export interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export type Verdict =
  { readonly ok: true; readonly principal: Principal } | { readonly ok: false; readonly refusal: Refusal };

export interface TrustDeps {
  readonly ownerToken: string;
  /** Whether a request carries the cookie of a browser that has logged in. */
  readonly isBrowser: (request: IncomingMessage) => Promise<boolean>;
  /** Names under which this server may be addressed, with their port: `127.0.0.1:4400`. */
  readonly hosts: () => ReadonlySet<string>;
}

const refuse = (status: Refusal['status'], code: string, message: string, hint: string): Verdict => ({
  ok: false,
  refusal: { status, code, message, hint },
});

/** A name that a browser was tricked into resolving to this machine is not one of ours. */
function checkHost(request: IncomingMessage, hosts: ReadonlySet<string>): Verdict | null {
  const host = request.headers.host?.toLowerCase() ?? '';
  if (hosts.has(host)) return null;
  return refuse(
    421,
    'WRONG_HOST',
    'This server is not addressed by that name.',
    'Use the address that `pitwall up` printed.',
  );
}

/** What comes first on every route and socket: the right name, and no page of another site. */
export const checkSite = (request: IncomingMessage, hosts: ReadonlySet<string>): Verdict | null =>
  checkHost(request, hosts) ?? checkOrigin(request, hosts);

/** A page of another site must not speak to us, whatever it sends along. */
function checkOrigin(request: IncomingMessage, hosts: ReadonlySet<string>): Verdict | null {
  const { origin } = request.headers;
  const isForeign =
    origin === undefined
      ? isSentByForeignPage(request)
      : ![...hosts].some((host) => origin === `http://${host}` || origin === `https://${host}`);
  return isForeign
    ? refuse(403, 'FOREIGN_ORIGIN', 'Requests of other sites are refused.', 'Open the dashboard itself.')
    : null;
}

/** Where there is no Origin browsers still tell whose page asks. A link may lead here from anywhere, nothing else may. */
function isSentByForeignPage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !isLink;
}

const sameToken = (given: string, token: string): boolean => {
  const a = Buffer.from(given);
  const b = Buffer.from(token);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Decides before any work is done: by name, by site, by token. The same for HTTP and WebSocket. */
export async function judge(request: IncomingMessage, { ownerToken, isBrowser, hosts }: TrustDeps): Promise<Verdict> {
  const wrong = checkSite(request, hosts());
  if (wrong) return wrong;
  const owner: Verdict = { ok: true, principal: { kind: 'owner', name: 'owner' } };
  const bearer = /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined && sameToken(bearer, ownerToken)) return owner;
  // A cookie is sent by the browser itself, so it counts only together with the page that asks.
  if (bearer === undefined && request.headers.origin !== undefined && (await isBrowser(request))) return owner;
  return refuse(
    401,
    'NOT_AUTHENTICATED',
    'A valid token or login is needed.',
    'In a browser open the link of `pitwall login`; else send Authorization: Bearer with the token in run/owner-token.',
  );
}

/** The loopback names of a port. */
export const loopbackNames = (port: number): Set<string> =>
  new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
