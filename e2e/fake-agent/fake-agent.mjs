#!/usr/bin/env node
/** A scripted agent that behaves towards Pitwall like Claude Code; see README.md. */
/* global AbortController */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers';
import { parseArgs } from 'node:util';
import { createHooks } from './hooks.mjs';
import { createKeyboard } from './keyboard.mjs';
import { readScript } from './script.mjs';

const { values, positionals } = parseArgs({
  options: {
    'session-id': { type: 'string' },
    settings: { type: 'string' },
    model: { type: 'string', default: 'fake-1' },
    'permission-mode': { type: 'string', default: 'default' },
  },
  allowPositionals: true,
});

process.env.CLAUDECODE = '1';
process.env.CLAUDE_CODE_ENTRYPOINT = 'cli';

let sessionId = values['session-id'] ?? randomUUID();
let promptId;
/** The open dialog, while there is one: takes `allow`, `deny` or `dismiss` from the keyboard. */
let dialog = null;
let isBusy = false;
let isInterrupted = false;
const waiting = [];

const fireHooks = createHooks(values.settings);
const print = (text) => process.stdout.write(text.replace(/\r?\n/g, '\r\n'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const fire = (event, fields = {}, signal = undefined) =>
  fireHooks(
    {
      session_id: sessionId,
      transcript_path: `/nowhere/${sessionId}.jsonl`,
      cwd: process.cwd(),
      hook_event_name: event,
      ...(promptId && { prompt_id: promptId, permission_mode: values['permission-mode'] }),
      ...fields,
    },
    signal,
  );

/** Shows the dialog and holds its hook: whoever answers first decides. */
async function askPermission(call) {
  const withdrawn = new AbortController();
  const byKey = new Promise((resolve) => (dialog = resolve));
  print(`\n? ${call.tool_name} ${JSON.stringify(call.tool_input)}\n  1. Yes\n  2. No\n`);
  const byHook = fire('PermissionRequest', { ...call, tool_use_id: undefined }, withdrawn.signal).then((answer) => {
    const decision = answer?.hookSpecificOutput?.decision;
    return decision ? { behavior: decision.behavior, message: decision.message } : byKey;
  });
  const answer = await Promise.race([byKey, byHook]);
  dialog = null;
  if (answer.behavior === 'dismiss') withdrawn.abort();
  print(`\x1b[4A\x1b[J(${answer.behavior})\n`);
  return answer;
}

const runCommand = (command) =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
  });

async function endCall(call, { code, output }) {
  const ended = code === 0 ? { tool_response: { stdout: output } } : { error: output, is_interrupt: false };
  await fire(code === 0 ? 'PostToolUse' : 'PostToolUseFailure', { ...call, ...ended });
  await fire('PostToolBatch', { tool_calls: [{ ...call, tool_response: output }] });
}

/** One tool call; false: the person dismissed its dialog, which ends the turn without another word. */
async function useTool({ tool, input, asks, work }) {
  const call = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${randomUUID()}` };
  await fire('PreToolUse', call);
  const { behavior, message } = asks ? await askPermission(call) : { behavior: 'allow' };
  if (behavior === 'dismiss') return false;
  if (behavior === 'allow') await endCall(call, await work());
  else {
    print(`refused: ${message}\n`);
    await fire('PostToolBatch', { tool_calls: [{ ...call, tool_response: message }] });
  }
  return true;
}

/** Lines as fast as the terminal takes them, until so many bytes are out or Ctrl-C comes. */
async function flood(bytes) {
  isInterrupted = false;
  const lines = Buffer.from(
    Array.from({ length: 600 }, (_, at) => `\x1b[3${at % 8}m${'flood '.repeat(17)}\x1b[m\r\n`).join(''),
  );
  let out = 0;
  for (; out < bytes && !isInterrupted; out += lines.length) {
    process.stdout.write(lines);
    // Writing to a terminal waits for it; keys are heard in between.
    await new Promise((next) => setImmediate(next));
  }
  print(`\nflood ${isInterrupted ? 'interrupted' : 'over'} after ${Math.round(out / 1e6)} MB\n`);
}

const nothing = async () => ({ code: 0, output: '' });

const STEPS = {
  bash: (command) => useTool({ tool: 'Bash', input: { command }, asks: true, work: () => runCommand(command) }),
  run: (command) => useTool({ tool: 'Bash', input: { command }, asks: false, work: () => runCommand(command) }),
  read: (path) => useTool({ tool: 'Read', input: { file_path: path }, asks: false, work: nothing }),
  ask: (question) =>
    useTool({ tool: 'AskUserQuestion', input: { questions: [{ question }] }, asks: true, work: nothing }),
  hang: (tool) => useTool({ tool, input: {}, asks: false, work: () => new Promise(() => undefined) }),
  sleep: async (ms) => void (await sleep(Number(ms))),
  flood: (bytes) => flood(Number(bytes)),
  print: async (words) =>
    void print(`${words.replaceAll('\\e', '\x1b').replaceAll('\\a', '\x07').replaceAll('\\n', '\n')}\n`),
  crash: async () => process.kill(process.pid, 'SIGKILL'),
  silent: async () => false,
};

async function runTurn(prompt) {
  const { steps, words } = readScript(prompt);
  promptId = randomUUID();
  await fire('UserPromptSubmit', { prompt });
  for (const { kind, argument } of steps) {
    if ((await STEPS[kind]?.(argument)) === false) return;
  }
  print(`${words}\n`);
  await fire('Stop', { stop_hook_active: false, last_assistant_message: words, background_tasks: [] });
}

async function clear() {
  await fire('SessionEnd', { reason: 'clear' });
  sessionId = randomUUID();
  promptId = undefined;
  await fire('SessionStart', { source: 'clear' });
}

async function leave(reason, exitCode) {
  await fire('SessionEnd', { reason });
  process.exit(exitCode);
}

/** Prompts typed while a turn runs wait for its end. */
async function submit(text) {
  waiting.push(text);
  if (isBusy) return;
  isBusy = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    print('\n');
    if (next === '/exit') await leave('prompt_input_exit', 0);
    else if (next === '/clear') await clear();
    else if (next.trim() !== '') await runTurn(next);
    print('> ');
  }
  isBusy = false;
}

const DIALOG_KEYS = { 1: { behavior: 'allow' }, 2: { behavior: 'dismiss' }, '\x1b': { behavior: 'dismiss' } };
let trust = null;

const onKeys = createKeyboard({
  hasDialog: () => dialog !== null || trust !== null,
  onKey: (key) => {
    if (trust) trust();
    else if (DIALOG_KEYS[key]) dialog(DIALOG_KEYS[key]);
  },
  onSubmit: (text) => void submit(text),
  onInterrupt: () => (isInterrupted = true),
  onLeave: () => void leave('prompt_input_exit', 0),
  echo: print,
});

for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => void leave('other', 143));
process.stdin.setRawMode?.(true);
process.stdin.setEncoding('utf8');
process.stdin.on('data', onKeys);

const [firstPrompt = ''] = positionals;
if (firstPrompt.includes('[[trust]]')) {
  print('Do you trust this folder? (Enter)\n');
  await new Promise((resolve) => (trust = resolve));
  trust = null;
}
await fire('SessionStart', { source: 'startup', model: values.model });
print(`\x1b[?2004hFake agent ${sessionId}\n> `);
if (firstPrompt !== '') await submit(firstPrompt);
