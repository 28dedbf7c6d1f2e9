import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { CHECKOUT } from '../support/checkout.js';
import { runPitwall } from '../support/cli.js';
import { createHookPoster, pipeHook } from '../support/post-hook.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const RECORDING = join(CHECKOUT, 'e2e', 'recordings', 'claude-2.1.197', 'interactive-basic.jsonl');

const recorded = readFileSync(RECORDING, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { payload: { session_id: string; hook_event_name: string } }).payload);

const cards = async (cliSessionId: string) => (await story.list()).filter((one) => one.cliSessionId === cliSessionId);

const seen = (cliSessionId: string, status: string) =>
  eventually(async () => (await cards(cliSessionId)).some((card) => card.status === status), { timeoutMs: 15_000 });

test('M-02 hooks written while nothing of Pitwall runs arrive once, with the next up', async () => {
  await runPitwall(['down', '--all', '--home', story.stack.home]);
  const sessionId = recorded[0]!.session_id;
  for (const payload of recorded.slice(0, 7)) {
    expect(await pipeHook(story.stack.home, JSON.stringify(payload), { TERM_PROGRAM: 'vscode' })).toEqual({
      code: 0,
      stdout: '',
    });
  }
  await story.stack.up();
  await seen(sessionId, 'waiting');
  const [card, ...others] = await cards(sessionId);
  expect(others).toEqual([]);
  expect(card).toMatchObject({ origin: 'external', originLabel: 'VS Code', terminalId: null });
  const history = await story.history(card!.id);
  expect(history).toEqual([
    'idle S-02 SessionStart',
    'prompting S-02 UserPromptSubmit',
    'working S-02 PreToolUse for Read',
    'waiting S-02 Stop',
  ]);

  await story.stack.restart();
  expect(await cards(sessionId)).toHaveLength(1);
  expect(await story.history(card!.id)).toEqual(history);
  expect(readdirSync(join(story.stack.home, 'spool', 'in'))).toEqual([]);
});

test('X-03 the same hook by http and by the script changes nothing twice', async () => {
  const poster = createHookPoster(story.stack);
  const base = { session_id: 'twice', cwd: '/projects/twice' };
  const events = [
    { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
    { ...base, hook_event_name: 'Stop' },
  ];
  for (const event of events) {
    await poster.post(event);
    await pipeHook(story.stack.home, JSON.stringify(event));
  }
  poster.close();
  await seen('twice', 'waiting');
  const [card] = await cards('twice');
  expect(await story.history(card!.id)).toEqual([
    'idle S-02 SessionStart',
    'prompting S-02 UserPromptSubmit',
    'waiting S-02 Stop',
  ]);
  expect(card!.runs).toHaveLength(1);
});

test('M-04 M-05 a headless session, an unknown subagent and an unknown end make no card', async () => {
  const poster = createHookPoster(story.stack);
  const before = (await story.list()).length;
  const base = { cwd: '/projects/none' };
  const headless = { ...base, session_id: 'headless', hook_event_name: 'SessionStart', source: 'startup' };
  await poster.post(headless, { 'x-pitwall-entrypoint': 'sdk-cli' });
  await poster.post({ ...base, session_id: 'sub', hook_event_name: 'SubagentStart', agent_id: 'a', agent_type: 'x' });
  await poster.post({ ...base, session_id: 'gone', hook_event_name: 'Stop' });
  await poster.post({ ...base, session_id: 'gone', hook_event_name: 'SessionEnd', reason: 'other' });
  // The log is read in order: once this one has a card, the others would have one.
  await poster.post({ ...base, session_id: 'seen', hook_event_name: 'SessionStart', source: 'startup' });
  poster.close();
  await seen('seen', 'idle');
  expect(await story.list()).toHaveLength(before + 1);
});
