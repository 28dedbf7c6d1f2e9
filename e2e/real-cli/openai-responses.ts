import { newId, said, stepAfter, WRITTEN, type Call, type ModelApi, type Step } from './script.js';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

interface ResponsesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly input?: readonly Item[];
  readonly tools?: readonly unknown[];
}

/** What Codex puts beside a person's words: tagged, or the project's instructions. */
const INJECTED = /^\s*(<|# AGENTS\.md)/;

function wordsOf({ role, content = [] }: Item): string {
  if (role !== 'user') return '';
  const parts = typeof content === 'string' ? [{ text: content }] : content;
  return parts
    .map(({ text = '' }) => text)
    .filter((text) => text !== '' && !INJECTED.test(text))
    .join('\n');
}

const isCall = ({ type = '' }: Item): boolean => type.endsWith('_call');

const shell = (cmd: string, more: object = {}) => ({ name: 'exec_command', input: { cmd, ...more } });
const agent = (message: string) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message } });
const unavailable = (kind: string) => () => {
  throw new Error(`Codex has no tool for [[${kind}: …]]`);
};

interface Tool {
  readonly name: string;
  readonly namespace?: string;
  readonly input: object;
}

const TOOLS: Readonly<Record<Call['kind'], (argument: string) => Tool>> = {
  bash: (command) => shell(command),
  read: (file) => shell(`cat '${file}'`),
  write: (file) => shell(`printf '%s' '${WRITTEN}' > '${file}'`),
  outside: (command) =>
    shell(command, { sandbox_permissions: 'require_escalated', justification: 'It writes outside of the folder' }),
  agent,
  'agent-background': agent,
  background: unavailable('background'),
  ask: unavailable('ask'),
  plan: unavailable('plan'),
};

function nextStep({ input = [], tools = [] }: ResponsesRequest): Step {
  // Summaries and the like are asked for without tools.
  if (tools.length === 0) return said('A summary');
  const at = input.findLastIndex((item) => wordsOf(item) !== '');
  const prompt = input[at];
  return stepAfter(prompt ? wordsOf(prompt) : '', input.slice(at + 1).filter(isCall).length);
}

function itemOf({ does }: Step) {
  if (does.kind === 'text') {
    const content = [{ type: 'output_text', text: does.argument, annotations: [] }];
    return { type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content };
  }
  const { input, ...tool } = TOOLS[does.kind](does.argument);
  const ids = { id: newId('fc'), call_id: newId('call') };
  return { type: 'function_call', ...ids, ...tool, arguments: JSON.stringify(input), status: 'completed' };
}

const USAGE = {
  ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

/** The OpenAI Responses API, as far as Codex asks for it. */
export const openaiResponses: ModelApi = {
  path: '/v1/responses',
  next: (request) => nextStep(request as ResponsesRequest),
  answer: (request, step) => {
    const item = itemOf(step);
    const { model } = request as ResponsesRequest;
    const whole = { id: newId('resp'), object: 'response', model, status: 'completed', output: [item], usage: USAGE };
    const events = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ];
    return { whole, events };
  },
};
