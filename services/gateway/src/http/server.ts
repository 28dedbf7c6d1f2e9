import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import { execute, subscribe } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createYoga } from 'graphql-yoga';
import helmet from 'helmet';
import type { Registry } from 'prom-client';
import { WebSocketServer } from 'ws';
import type { GraphqlContext, ServerContext } from '../graphql/context.js';
import { graphqlError } from '../graphql/errors.js';
import { createGraphqlSchema } from '../graphql/schema.js';
import type { HostEnrolment } from '../hosts/host-enrolment.js';
import { CLOSE, serveTerminal } from '../terminals/terminal-socket.js';
import { hostRoutes } from './host-routes.js';
import { checkSite, judge, type Principal, type Refusal, type TrustDeps } from './trust.js';

export interface HttpDeps {
  readonly context: ServerContext;
  readonly enrolment: HostEnrolment;
  readonly trust: TrustDeps;
  readonly metrics: Registry;
  readonly ready: () => Promise<{ ok: boolean; detail: string }>;
}

interface Speaks {
  principal?: Principal;
}

/** A prompt may have a million characters. */
const BODY_LIMIT = '4mb';
const MAX_FRAME_BYTES = 1024 * 1024;

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
    maskedErrors: { maskError: (error) => graphqlError(error, context.log) },
    context: ({ req }): GraphqlContext => ({ ...context, principal: demandPrincipal(req.principal) }),
  });
  const app = express();
  app.disable('x-powered-by');
  app.use(helmet());
  app.use((request, response, next) => {
    const wrong = checkSite(request, trust.hosts());
    if (wrong && !wrong.ok) refuse(response, wrong.refusal);
    else next();
  });
  addHealth(app, deps);
  app.use('/hosts', hostRoutes(deps.enrolment, context.log));
  app.use((request: express.Request & Speaks, response, next) => {
    const verdict = judge(request, trust);
    if (!verdict.ok) return refuse(response, verdict.refusal);
    request.principal = verdict.principal;
    next();
  });
  // Only JSON: a form of another site can't send it without asking first.
  app.post('/graphql', express.json({ limit: BODY_LIMIT, strict: true }), (request, response) => {
    if (request.is('json')) void yoga(request, response);
    else response.status(415).json({ error: { code: 'BAD_REQUEST', message: 'Send application/json.', hint: '' } });
  });
  app.use((_request, response) => {
    response
      .status(404)
      .json({ error: { code: 'NOT_FOUND', message: 'Nothing is here.', hint: 'The API is at /graphql.' } });
  });
  app.use(jsonErrors);
  const server = createServer(app);
  const stopSockets = serveSockets({ server, schema, deps });
  return { server, stop: () => stopServer(server, stopSockets) };
}

function demandPrincipal(principal: Principal | undefined): Principal {
  if (!principal) throw new Error('a request reached GraphQL without having been judged');
  return principal;
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
    response.type(metrics.contentType).send(await metrics.metrics());
  });
}

interface SocketDeps {
  readonly server: Server;
  readonly schema: ReturnType<typeof createGraphqlSchema>;
  readonly deps: HttpDeps;
}

function serveSockets({ server, schema, deps: { context, trust } }: SocketDeps): () => Promise<void> {
  const graphql = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const terminals = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const disposable = useServer(
    {
      schema,
      execute,
      subscribe,
      context: ({ extra }): GraphqlContext => ({
        ...context,
        principal: demandPrincipal((extra.request as IncomingMessage & Speaks).principal),
      }),
      onError: (_ctx, _id, _payload, errors) => errors.map((error) => graphqlError(error, context.log).toJSON()),
    },
    graphql,
  );

  server.on('upgrade', (request: IncomingMessage & Speaks, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const verdict = judge(request, trust);
    if (!verdict.ok) return refuseUpgrade(socket, verdict.refusal);
    request.principal = verdict.principal;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const terminalId = /^\/terminals\/([A-Za-z0-9_-]{1,64})$/.exec(pathname)?.[1];
    if (pathname === '/graphql') {
      graphql.handleUpgrade(request, socket, head, (ws) => graphql.emit('connection', ws, request));
    } else if (terminalId !== undefined) {
      terminals.handleUpgrade(request, socket, head, (ws) => {
        const card = context.cards.all().find((one) => one.terminalId === terminalId);
        if (!card) ws.close(CLOSE.notFound, 'there is no such terminal');
        else serveTerminal(ws, { hostId: card.hostId, terminalId }, context.bus);
      });
    } else refuseUpgrade(socket, { status: 403, code: 'NOT_FOUND', message: 'No socket is here.', hint: '' });
  });
  return async () => {
    for (const ws of terminals.clients) ws.close(1001, 'Pitwall stops');
    await disposable.dispose();
    terminals.close();
  };
}

function refuseUpgrade(socket: Duplex, { status, code, message, hint }: Refusal): void {
  const body = JSON.stringify({ error: { code, message, hint } });
  const reason = { 401: 'Unauthorized', 403: 'Forbidden', 421: 'Misdirected Request' }[status];
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function stopServer(server: Server, stopSockets: () => Promise<void>): Promise<void> {
  await stopSockets();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
