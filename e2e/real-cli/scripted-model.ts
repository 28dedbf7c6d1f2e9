import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { anthropicMessages } from './anthropic-messages.js';
import { openaiResponses } from './openai-responses.js';
import type { ModelApi, Step } from './script.js';

/** Stands in for the vendors' models: each prompt says itself what is answered (`script.ts`). */
export interface ScriptedModel {
  readonly url: string;
  /** Everything that the agents have told it, as text, newest last. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

const APIS: readonly ModelApi[] = [anthropicMessages, openaiResponses];

const LOOK_MS = 20;

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Ends early with the connection: an interrupted agent doesn't wait for its answer. */
async function think({ thinkMs, until }: Step, response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    await wait(thinkMs, undefined, { signal: closed.signal });
    while (until !== null && !existsSync(until)) await wait(LOOK_MS, undefined, { signal: closed.signal });
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  }
}

const reply = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const inStream = (event: { readonly type: string }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export async function startScriptedModel(): Promise<ScriptedModel> {
  const heard: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const { pathname } = new URL(request.url ?? '/', 'http://model');
    if (pathname === '/v1/messages/count_tokens') return reply(response, { input_tokens: 1 });
    const api = APIS.find(({ path }) => path === pathname);
    if (!api) return reply(response, { type: 'error', error: { type: 'not_found_error' } }, 404);
    const asked = JSON.parse(text) as { stream?: boolean };
    heard.push(text);
    const step = api.next(asked);
    await think(step, response);
    if (response.destroyed) return;
    const { whole, events } = api.answer(asked, step);
    if (!asked.stream) return reply(response, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.map(inStream).join(''));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => reply(response, { error: String(error) }, 500));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
