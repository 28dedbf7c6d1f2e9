import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Cli } from '@pitwall/contracts';
import { MAX_BODY_BYTES, readHookBody } from '../core/hook-body.js';
import { authorise, createTokenCheck, refuseForeign, type Caller, type Refusal } from './hook-auth.js';
import type { HeldRequests } from './held-requests.js';
import type { HookIntake } from './hook-intake.js';
import type { HookMetrics } from './hook-metrics.js';
import { HostLogFull } from './host-log.js';

/** Agents think for minutes between two hooks; a new connection would cost each of them more than an open one costs us. */
const KEEP_ALIVE_MS = 600_000;
/** For the whole of a request to arrive; replies may take a day. */
const REQUEST_MS = 30_000;

interface Deps {
  hookToken: string;
  terminalOfToken: (token: string) => string | null;
  intake: HookIntake;
  held: HeldRequests;
  metrics: HookMetrics;
  /** What command hooks have left must be numbered first. */
  drainSpool: () => void;
  gauges: () => Record<string, number>;
}

const PATHS: Readonly<Record<string, Cli>> = { '/hooks/claude': 'claude', '/hooks/codex': 'codex' };

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The http intake of hooks. `port` tells the port in use, or null on a unix socket. */
export function createHookHttp(deps: Deps, port: () => number | null): Server {
  const { metrics } = deps;
  const isHookToken = createTokenCheck(deps.hookToken);

  const reply = (response: ServerResponse, status: number, body: string): void => {
    // No CLI reads the date, and making it costs as much as reading a hook.
    response.sendDate = false;
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

  // What is still being sent of the body is thrown away by node itself.
  const refuse = (response: ServerResponse, { status, reason, message }: Refusal): void => {
    metrics.refused(reason);
    reply(response, status, JSON.stringify({ error: { code: reason, message } }));
  };

  const readBody = (request: IncomingMessage, response: ServerResponse, done: (text: string) => void): void => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) return void chunks.push(chunk);
      chunks.length = 0;
      request.off('data', onData).off('end', onEnd).resume();
      refuse(response, TOO_LARGE);
    };
    const onEnd = (): void => done((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8'));
    request.on('data', onData).on('end', onEnd);
  };

  const takeHook = (request: IncomingMessage, response: ServerResponse, cli: Cli, caller: Caller) => (text: string) => {
    const body = readHookBody(text);
    if (!body.ok) return refuse(response, { status: 400, reason: body.reason, message: body.detail });
    deps.drainSpool();
    const taken = deps.intake.take(body.payload, {
      cli,
      via: 'http',
      terminal: caller.kind === 'terminal' ? caller.terminalId : header(request, 'x-pitwall-terminal'),
      entrypoint: header(request, 'x-pitwall-entrypoint'),
      parent: header(request, 'x-pitwall-parent-session'),
      program: header(request, 'x-pitwall-term-program'),
      chain: [],
      truncated: body.truncated,
      canHold: header(request, 'x-pitwall-hold') === '1',
    });
    metrics.received('http');
    if (taken.requestId === null) return reply(response, 200, '{}');
    const withdraw = deps.held.hold({
      requestId: taken.requestId,
      terminalId: taken.terminalId,
      payload: body.payload,
      reply: (decision) => reply(response, 200, decision),
    });
    response.on('close', () => {
      if (!response.writableEnded) withdraw();
    });
  };

  const onHook = (request: IncomingMessage, response: ServerResponse, cli: Cli): void => {
    if (request.method !== 'POST')
      return refuse(response, { status: 405, reason: 'method', message: 'hooks are posted' });
    const caller = authorise(request, isHookToken, deps.terminalOfToken);
    if ('status' in caller) return refuse(response, caller);
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return refuse(response, TOO_LARGE);
    const started = performance.now();
    const take = takeHook(request, response, cli, caller);
    if (header(request, 'expect') !== null) response.writeContinue();
    readBody(request, response, (text) => {
      try {
        take(text);
      } catch (error) {
        if (!(error instanceof HostLogFull)) throw error;
        // The agent is not to blame for a full disk, and must not wait for it.
        metrics.refused('log-full');
        reply(response, 200, '{}');
      }
      metrics.took(performance.now() - started);
    });
  };

  const route = (request: IncomingMessage, response: ServerResponse): void => {
    const foreign = refuseForeign(request, port());
    if (foreign) return refuse(response, foreign);
    const path = (request.url ?? '').split('?', 1)[0]!;
    const cli = PATHS[path];
    if (cli) return onHook(request, response, cli);
    if (path === '/healthz') return reply(response, 200, '{"ok":true}');
    if (path === '/metrics') return void response.end(metrics.text(deps.gauges()));
    refuse(response, { status: 404, reason: 'path', message: 'hooks go to /hooks/claude or /hooks/codex' });
  };

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS, noDelay: true }, route);
  server.on('checkContinue', route);
  return server;
}

const TOO_LARGE: Refusal = { status: 413, reason: 'too-large', message: `a hook has at most ${MAX_BODY_BYTES} bytes` };
