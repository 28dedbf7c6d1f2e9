import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { execute, type GraphQLSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { GraphqlContext, ServerContext } from '../graphql/context.js';
import { graphqlError } from '../graphql/errors.js';
import { validateLimited } from '../graphql/limits.js';
import { createSharedResults } from '../graphql/shared-results.js';
import { CLOSE, serveTerminal } from '../terminals/terminal-socket.js';
import { demandPrincipal, judge, type Refusal, type Speaks, type TrustDeps } from './trust.js';

const MAX_FRAME_BYTES = 1024 * 1024;

interface SocketDeps {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly context: ServerContext;
  readonly trust: TrustDeps;
}

/** GraphQL subscriptions and terminals; each upgrade is judged like a request. Returns how to close them all. */
export function serveSockets({ server, schema, context, trust }: SocketDeps): () => Promise<void> {
  const graphql = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const terminals = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const shared = createSharedResults();
  const disposable = useServer(
    {
      schema,
      parse: shared.parse,
      validate: validateLimited,
      execute,
      subscribe: shared.subscribe,
      context: ({ extra }): GraphqlContext => ({
        ...context,
        principal: demandPrincipal((extra.request as IncomingMessage & Speaks).principal),
      }),
      onError: (_ctx, _id, _payload, errors) => errors.map((error) => graphqlError(error, context.log).toJSON()),
    },
    graphql,
  );

  const upgrade = async (request: IncomingMessage & Speaks, socket: Duplex, head: Buffer): Promise<void> => {
    const verdict = await judge(request, trust);
    if (!verdict.ok) return refuseUpgrade(socket, verdict.refusal);
    request.principal = verdict.principal;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const terminalId = /^\/terminals\/([A-Za-z0-9_-]{1,64})$/.exec(pathname)?.[1];
    if (pathname === '/graphql') {
      graphql.handleUpgrade(request, socket, head, (ws) => graphql.emit('connection', ws, request));
    } else if (terminalId !== undefined) {
      terminals.handleUpgrade(request, socket, head, (ws) => openTerminal(ws, terminalId, context));
    } else refuseUpgrade(socket, { status: 403, code: 'NOT_FOUND', message: 'No socket is here.', hint: '' });
  };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      context.log.error({ err: error }, 'a socket could not be opened');
      socket.destroy();
    });
  });
  return async () => {
    for (const ws of terminals.clients) ws.close(1001, 'Pitwall stops');
    await disposable.dispose();
    terminals.close();
  };
}

function openTerminal(ws: WebSocket, terminalId: string, { cards, bus }: ServerContext): void {
  const card = cards.all().find((one) => one.terminalId === terminalId);
  if (card) serveTerminal(ws, { hostId: card.hostId, terminalId }, bus);
  else ws.close(CLOSE.notFound, 'there is no such terminal');
}

function refuseUpgrade(socket: Duplex, { status, code, message, hint }: Refusal): void {
  const body = JSON.stringify({ error: { code, message, hint } });
  const reason = { 401: 'Unauthorized', 403: 'Forbidden', 421: 'Misdirected Request' }[status];
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
