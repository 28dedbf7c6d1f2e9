import { createServer, type IncomingMessage, type Server } from 'node:http';
import express from 'express';
import { createYoga } from 'graphql-yoga';
import helmet from 'helmet';
import type { GraphqlContext, ServerContext } from '../graphql/context.js';
import { graphqlError } from '../graphql/errors.js';
import { limitsPlugin } from '../graphql/limits.js';
import { createGraphqlSchema } from '../graphql/schema.js';
import type { HostEnrolment } from '../hosts/host-enrolment.js';
import type { StackMetrics } from '../io/stack-metrics.js';
import { hostRoutes } from './host-routes.js';
import type { BrowserLogin } from './browser-login.js';
import { contentSecurityPolicy, dashboardRoutes } from './dashboard.js';
import { serveSockets } from './sockets.js';
import { checkSite, demandPrincipal, judge, type Refusal, type Speaks, type TrustDeps } from './trust.js';

export interface HttpDeps {
  readonly context: ServerContext;
  readonly enrolment: HostEnrolment;
  readonly trust: TrustDeps;
  readonly login: BrowserLogin;
  /** Where the built dashboard lies. */
  readonly dashboard: string;
  readonly metrics: StackMetrics;
  readonly ready: () => Promise<{ ok: boolean; detail: string }>;
}

/** A prompt may have a million characters. */
const BODY_LIMIT = '4mb';

export interface HttpServer {
  readonly server: Server;
  stop(): Promise<void>;
}

/** One port for GraphQL, its subscriptions, terminals and health; every request is judged before any work. */
export function createHttpServer(deps: HttpDeps): HttpServer {
  const { context, trust } = deps;
  const schema = createGraphqlSchema();
  const yoga = createYoga<{ req: IncomingMessage & Speaks }>({
    schema,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    plugins: [limitsPlugin],
    maskedErrors: { maskError: (error) => graphqlError(error, context.log) },
    context: ({ req }): GraphqlContext => ({ ...context, principal: demandPrincipal(req.principal) }),
  });
  const app = express();
  app.disable('x-powered-by');
  app.use(helmet({ contentSecurityPolicy, crossOriginEmbedderPolicy: true, strictTransportSecurity: false }));
  app.use((request, response, next) => {
    const wrong = checkSite(request, trust.hosts());
    if (wrong && !wrong.ok) refuse(response, wrong.refusal);
    else next();
  });
  addHealth(app, deps);
  app.use('/hosts', hostRoutes(deps.enrolment, context.log));
  app.use(deps.login.routes);
  app.use('/graphql', async (request: express.Request & Speaks, response, next) => {
    const verdict = await judge(request, trust);
    if (!verdict.ok) return refuse(response, verdict.refusal);
    request.principal = verdict.principal;
    next();
  });
  // Only JSON: a form of another site can't send it without asking first.
  app.post('/graphql', express.json({ limit: BODY_LIMIT, strict: true }), (request, response) => {
    if (request.is('json')) void yoga(request, response);
    else response.status(415).json({ error: { code: 'BAD_REQUEST', message: 'Send application/json.', hint: '' } });
  });
  app.use('/graphql', (_request, response) => void response.status(405).set('allow', 'POST').end());
  app.use(dashboardRoutes(deps.dashboard));
  app.use((_request, response) => {
    response
      .status(404)
      .json({ error: { code: 'NOT_FOUND', message: 'Nothing is here.', hint: 'The API is at /graphql.' } });
  });
  app.use(jsonErrors);
  const server = createServer(app);
  const stopSockets = serveSockets({ server, schema, context, trust });
  return { server, stop: () => stopServer(server, stopSockets) };
}

const refuse = (response: express.Response, { status, code, message, hint }: Refusal): void =>
  void response.status(status).json({ error: { code, message, hint } });

const jsonErrors: express.ErrorRequestHandler = (
  error: { status?: number; message?: string },
  _request,
  response,
  _next,
) => {
  const status = error.status ?? 500;
  const message = status < 500 ? (error.message ?? 'The request is malformed.') : 'Pitwall failed on this request.';
  response.status(status).json({ error: { code: status < 500 ? 'BAD_REQUEST' : 'INTERNAL', message, hint: '' } });
};

/** For monitors, so without a token: they tell nothing of any session. */
function addHealth(app: express.Express, { metrics, ready }: HttpDeps): void {
  app.get('/healthz', (_request, response) => void response.json({ ok: true }));
  app.get('/readyz', async (_request, response) => {
    const { ok, detail } = await ready();
    response.status(ok ? 200 : 503).json({ ok, detail });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.text());
  });
}

async function stopServer(server: Server, stopSockets: () => Promise<void>): Promise<void> {
  await stopSockets();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
