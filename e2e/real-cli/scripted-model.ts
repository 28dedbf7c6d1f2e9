import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Stands in for the Anthropic Messages API: what it answers is written in the newest prompt, one marker per model turn.
 *
 *   [[bash: CMD]]  [[read: PATH]]  [[write: PATH]]  [[ask: QUESTION]]   a tool call
 *   [[sleep: MS]]                                                       thinks before the next turn
 *   [[text: WORDS]]                                                     the closing answer
 */
export interface ScriptedModel {
  readonly url: string;
  /** Everything that the agent has told it, as text, newest last. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

type Block = { readonly type: string; readonly text?: string; readonly [field: string]: unknown };

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

interface Turn {
  readonly thinkMs: number;
  readonly block: Block;
}

const MARKER = /\[\[(\w+):\s*((?:(?!\]\]).)*)\]\]/gs;
/** What the CLI puts beside a person's words. */
const INJECTED = /<(system-reminder|local-command-\w+|command-\w+)>[\s\S]*?<\/\1>/g;

const blocksOf = ({ content }: Message): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const wordsOf = (message: Message): string =>
  blocksOf(message)
    .map(({ type, text = '' }) => (type === 'text' ? text.replace(INJECTED, '').trim() : ''))
    .filter((text) => text !== '' && !text.startsWith('[Request interrupted'))
    .at(-1) ?? '';

let serial = 0;
const newId = (kind: string): string => `${kind}_${(serial += 1)}`;

const TOOLS: Readonly<Record<string, (argument: string) => { name: string; input: object }>> = {
  bash: (command) => ({ name: 'Bash', input: { command, description: 'Run what the prompt says' } }),
  read: (file) => ({ name: 'Read', input: { file_path: file } }),
  write: (file) => ({ name: 'Write', input: { file_path: file, content: 'written by the scripted model\n' } }),
  ask: (question) => ({
    name: 'AskUserQuestion',
    input: {
      questions: [
        {
          ...{ question, header: 'Choice', multiSelect: false },
          options: ['Red', 'Blue'].map((label) => ({ label, description: `Choose ${label}` })),
        },
      ],
    },
  }),
};

/** The turns that a prompt asks for, the closing one last. */
function readScript(prompt: string): Turn[] {
  const turns: Turn[] = [];
  let thinkMs = 0;
  let closing = 'Done.';
  for (const [, kind = '', argument = ''] of prompt.matchAll(MARKER)) {
    const tool = TOOLS[kind];
    if (kind === 'sleep') thinkMs = Number(argument);
    else if (kind === 'text') closing = argument;
    else if (tool) {
      turns.push({ thinkMs, block: { type: 'tool_use', id: newId('toolu'), ...tool(argument.trim()) } });
      thinkMs = 0;
    }
  }
  return [...turns, { thinkMs, block: { type: 'text', text: closing } }];
}

/** How far the conversation is: turns with a tool call since the newest prompt. */
function nextTurn({ messages = [], tools = [] }: ModelRequest): Turn {
  // Titles and the like are asked for without tools.
  if (tools.length === 0) return { thinkMs: 0, block: { type: 'text', text: 'A title' } };
  const at = messages.findLastIndex((message) => message.role === 'user' && wordsOf(message) !== '');
  const prompt = messages[at];
  const done = messages
    .slice(at + 1)
    .filter((message) => message.role === 'assistant' && blocksOf(message).some(({ type }) => type === 'tool_use'));
  const script = readScript(prompt ? wordsOf(prompt) : '');
  return script[Math.min(done.length, script.length - 1)]!;
}

const USAGE = { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };

function messageOf({ model }: ModelRequest, block: Block) {
  const stop_reason = block.type === 'tool_use' ? 'tool_use' : 'end_turn';
  const head = { id: newId('msg'), type: 'message', role: 'assistant', model, stop_sequence: null, usage: USAGE };
  return { ...head, content: [block], stop_reason };
}

/** The message as a stream of events, its one block in one piece. */
function streamOf(request: ModelRequest, block: Block): string {
  const message = messageOf(request, block);
  const isTool = block.type === 'tool_use';
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block.text };
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: isTool ? { ...block, input: {} } : { ...block, text: '' } },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const heard: string[] = [];
  const reply = (response: ServerResponse, value: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const { pathname } = new URL(request.url ?? '/', 'http://model');
    if (pathname === '/v1/messages/count_tokens') return reply(response, { input_tokens: 1 });
    if (pathname !== '/v1/messages') return reply(response, { type: 'error', error: { type: 'not_found_error' } }, 404);
    const asked = JSON.parse(text) as ModelRequest;
    heard.push(text);
    const { thinkMs, block } = nextTurn(asked);
    await wait(thinkMs);
    if (!asked.stream) return reply(response, messageOf(asked, block));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamOf(asked, block));
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
