import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';

const YEAR_S = 31_536_000;

/**
 * Nothing but our own files may run or be loaded. Styles may stand in the page, since the terminal and the component
 * library write theirs there (docs/adr/0009).
 */
export const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  },
};

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pitwall</title><p>${text}</p></html>`;

/** Every path that names no file is a route of the dashboard. Its files hold no secret and need no login. */
export function dashboardRoutes(folder: string): Router {
  const router = express.Router();
  const index = join(folder, 'index.html');
  const sendIndex: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' || !request.accepts('html')) return next();
    if (!existsSync(index))
      return void response.status(503).type('html').send(page('The dashboard has not been built.'));
    response.set('cache-control', 'no-cache').sendFile(index);
  };
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: YEAR_S * 1000,
      index: false,
      fallthrough: false,
    }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.use(sendIndex);
  return router;
}
