import { newId, said, stepAfter, WRITTEN, type Call, type ModelApi, type Step } from './script.js';

type Block = { readonly type: string; readonly text?: string; readonly [field: string]: unknown };

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

/** What the CLI puts beside a person's words. */
const INJECTED = /<(system-reminder|local-command-\w+|command-\w+)>[\s\S]*?<\/\1>/g;

const blocksOf = ({ content }: Message): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const wordsOf = (message: Message): string =>
  blocksOf(message)
    .map(({ type, text = '' }) => (type === 'text' ? text.replace(INJECTED, '').trim() : ''))
    .filter((text) => text !== '' && !text.startsWith('[Request interrupted'))
    .at(-1) ?? '';

const shell = (command: string, more: object = {}) => ({
  name: 'Bash',
  input: { command, description: 'Run what the prompt says', ...more },
});
const agent = (prompt: string, more: object = {}) => ({
  name: 'Agent',
  input: { description: 'A part of the work', prompt, subagent_type: 'general-purpose', ...more },
});
const IN_BACKGROUND = { run_in_background: true };

const TOOLS: Readonly<Record<Call['kind'], (argument: string) => { name: string; input: object }>> = {
  bash: (command) => shell(command),
  outside: (command) => shell(command),
  background: (command) => shell(command, IN_BACKGROUND),
  read: (file) => ({ name: 'Read', input: { file_path: file } }),
  write: (file) => ({ name: 'Write', input: { file_path: file, content: WRITTEN } }),
  agent: (prompt) => agent(prompt),
  'agent-background': (prompt) => agent(prompt, IN_BACKGROUND),
  plan: (plan) => ({ name: 'ExitPlanMode', input: { plan } }),
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

/** How far the conversation is: turns with a tool call since the newest prompt. */
function nextStep({ messages = [], tools = [] }: MessagesRequest): Step {
  // Titles and the like are asked for without tools.
  if (tools.length === 0) return said('A title');
  const at = messages.findLastIndex((message) => message.role === 'user' && wordsOf(message) !== '');
  const prompt = messages[at];
  const done = messages
    .slice(at + 1)
    .filter((message) => message.role === 'assistant' && blocksOf(message).some(({ type }) => type === 'tool_use'));
  return stepAfter(prompt ? wordsOf(prompt) : '', done.length);
}

const blockOf = ({ does }: Step): Block =>
  does.kind === 'text'
    ? { type: 'text', text: does.argument }
    : { type: 'tool_use', id: newId('toolu'), ...TOOLS[does.kind](does.argument) };

const USAGE = { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };

function messageOf({ model }: MessagesRequest, block: Block) {
  const stop_reason = block.type === 'tool_use' ? 'tool_use' : 'end_turn';
  const head = { id: newId('msg'), type: 'message', role: 'assistant', model, stop_sequence: null, usage: USAGE };
  return { ...head, content: [block], stop_reason };
}

/** The message as events of a stream, its one block in one piece. */
function eventsOf(message: ReturnType<typeof messageOf>) {
  const block = message.content[0]!;
  const isTool = block.type === 'tool_use';
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block.text };
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: isTool ? { ...block, input: {} } : { ...block, text: '' } },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ];
}

/** The Anthropic Messages API, as far as Claude Code asks for it. */
export const anthropicMessages: ModelApi = {
  path: '/v1/messages',
  next: (request) => nextStep(request as MessagesRequest),
  answer: (request, step) => {
    const message = messageOf(request as MessagesRequest, blockOf(step));
    return { whole: message, events: eventsOf(message) };
  },
};
