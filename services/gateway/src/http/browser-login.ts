import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import type { Db } from '@pitwall/service-kit';
import { addBrowser, addLoginCode, forgetBrowser, isBrowser, takeLoginCode } from '../io/browser-login-store.js';

/** A link is opened at once or not at all. */
const CODE_LIFETIME_MS = 15 * 60_000;
const BROWSER_LIFETIME_MS = 30 * 86_400_000;

export interface BrowserLogin {
  /** A one-time code for `/login?code=`; ms until it is void. */
  createCode(): Promise<{ code: string; lifetimeMs: number }>;
  /** Whether the request comes from a browser that has logged in. */
  readonly knows: (request: IncomingMessage) => Promise<boolean>;
  /** GET /login?code= sets the cookie; POST /logout takes it back. */
  readonly routes: Router;
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const secret = (): string => randomBytes(32).toString('base64url');

/** The cookie can't be read by scripts, and is sent only from our own pages. */
const cookieOptions = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: BROWSER_LIFETIME_MS } as const;

const cookieOf = (request: IncomingMessage, name: string): string | null => {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
};

const expired = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pitwall</title>
<p>This link has been used or is too old. Print a new one with <code>pitwall login</code>.</p></html>`;

/** `port`: browsers share cookies among all ports of a machine, so that each stack there needs a name of its own. */
export function createBrowserLogin(db: Db, port: () => number): BrowserLogin {
  const cookieName = (): string => `pitwall_browser_${port()}`;
  const tokenOf = (request: IncomingMessage): string | null => cookieOf(request, cookieName());
  // Looked up once a minute at most: a busy board must not cost a query for each request.
  const known = new Map<string, number>();
  const routes = express.Router();

  routes.get('/login', async (request, response) => {
    const code = typeof request.query['code'] === 'string' ? request.query['code'] : '';
    response.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer');
    if (code === '' || !(await takeLoginCode(db, hash(code))))
      return void response.status(401).type('html').send(expired);
    const token = secret();
    await addBrowser(db, hash(token), BROWSER_LIFETIME_MS);
    response.cookie(cookieName(), token, { ...cookieOptions, secure: request.secure }).redirect(303, '/');
  });
  routes.post('/logout', async (request, response) => {
    const token = tokenOf(request);
    if (token !== null) {
      known.delete(hash(token));
      await forgetBrowser(db, hash(token));
    }
    response.clearCookie(cookieName(), { path: '/' }).status(204).end();
  });

  return {
    routes,
    async createCode() {
      const code = secret();
      await addLoginCode(db, hash(code), CODE_LIFETIME_MS);
      return { code, lifetimeMs: CODE_LIFETIME_MS };
    },
    async knows(request) {
      const token = tokenOf(request);
      if (token === null) return false;
      const key = hash(token);
      if ((known.get(key) ?? 0) > Date.now()) return true;
      if (!(await isBrowser(db, key))) return false;
      known.set(key, Date.now() + 60_000);
      return true;
    },
  };
}
