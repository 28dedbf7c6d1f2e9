import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const answer = (id: string, request: string, ...words: string[]) =>
  story.stack.cli.run('session', 'answer', id, request, ...words);

test('A-08 I allow a command from the command line: it runs, and its dialog closes in the terminal', async () => {
  const file = join(story.stack.user, 'allowed');
  const id = await story.start(`[[bash: touch ${file}]]`);
  const request = await story.dialog(id);
  const terminal = await story.view(id);
  await terminal.waitForText('1. Yes');
  expect(existsSync(file)).toBe(false);
  await story.stack.cli.ask('session', 'answer', id, request, '--allow');
  await terminal.waitForNoText('1. Yes');
  await story.watch.waitForStatus(id, 'waiting');
  expect(existsSync(file)).toBe(true);
  expect(await story.history(id)).toContain('working X-28 answered: allow by owner');
});

test('A-08 I refuse with a message: the agent reads it, goes on, and nothing ran', async () => {
  const file = join(story.stack.user, 'denied');
  const id = await story.start(`[[bash: touch ${file}]]`);
  const request = await story.dialog(id);
  const terminal = await story.view(id);
  await story.stack.cli.ask('session', 'answer', id, request, '--deny', '--message', 'Not on a Friday.');
  await terminal.waitForText('refused: Not on a Friday.');
  await story.watch.waitForStatus(id, 'waiting');
  expect(existsSync(file)).toBe(false);
  expect(await story.history(id)).toContain('working X-28 answered: deny by owner');
});

test('A-08 of two answers at the same time one counts; the other is refused with a hint', async () => {
  const id = await story.start('[[bash: true]]');
  const request = await story.dialog(id);
  const results = await Promise.all([answer(id, request, '--allow'), answer(id, request, '--deny')]);
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
  const refused = results.find(({ code }) => code === 1)!;
  expect(refused.json).toEqual({
    error: {
      code: expect.stringMatching(/^(ALREADY_ANSWERED|REQUEST_NOT_OPEN)$/),
      message: expect.stringContaining(request),
      hint: expect.stringContaining('pitwall session'),
    },
  });
  await story.watch.waitForStatus(id, 'waiting');
  const late = await story.stack.cli.refused('session', 'answer', id, request, '--allow');
  expect(late).toMatchObject({ code: 'REQUEST_NOT_OPEN', hint: expect.stringContaining('answered') });
});

test('A-08 who answers in the terminal comes first: the request closes here, and an answer says that it is too late', async () => {
  const id = await story.start('[[bash: true]]');
  const request = await story.dialog(id);
  const terminal = await story.view(id);
  await terminal.waitForText('1. Yes');
  terminal.type('1');
  const { requests } = await story.watch.waitForStatus(id, 'waiting');
  expect(requests).toEqual([]);
  expect(await story.stack.cli.refused('session', 'answer', id, request, '--deny')).toMatchObject({
    code: 'REQUEST_NOT_OPEN',
  });
  expect((await story.history(id)).slice(-3)).toEqual([
    'approval A-05 PermissionRequest for Bash',
    'working S-02 PostToolUse for Bash',
    'waiting S-02 Stop',
  ]);
});

test('A-08 Esc in the dialog ends the approval, although no hook tells of it', async () => {
  const id = await story.start('[[bash: true]]');
  await story.dialog(id);
  const terminal = await story.view(id);
  await terminal.waitForText('1. Yes');
  terminal.type('\x1b');
  const { requests } = await story.watch.waitForStatus(id, 'waiting');
  expect(requests).toEqual([]);
});

test('A-08 an answer to a request or a session that there is not is refused', async () => {
  const id = await story.startIdle();
  expect(await story.stack.cli.refused('session', 'answer', id, 'rq-none', '--allow')).toMatchObject({
    code: 'REQUEST_NOT_OPEN',
    hint: expect.stringMatching(/\S/),
  });
  expect(await story.stack.cli.refused('session', 'answer', 's-none', 'rq-none', '--allow')).toMatchObject({
    code: 'SESSION_NOT_FOUND',
    hint: expect.stringContaining('pitwall session list'),
  });
});

test('Q-01 X-18 a prompt is not typed into an open dialog', async () => {
  const id = await story.start('[[bash: true]]');
  const request = await story.dialog(id);
  expect(await story.stack.cli.refused('session', 'send', id, 'and now?')).toMatchObject({
    code: 'DIALOG_OPEN',
    hint: expect.stringContaining('pitwall session answer'),
  });
  await story.stack.cli.ask('session', 'answer', id, request, '--allow');
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).filter((line) => line.startsWith('prompting'))).toHaveLength(1);
});

test('X-18 a prompt is not typed before the agent has been heard; the refusal says to look at the terminal', async () => {
  const id = await story.start('[[trust]] [[text: trusted]]');
  const terminal = await story.view(id);
  await terminal.waitForText('Do you trust this folder?');
  expect(await story.stack.cli.refused('session', 'send', id, 'hello')).toMatchObject({
    code: 'AGENT_NOT_READY',
    hint: expect.stringContaining('pitwall session attach'),
  });
  terminal.type('\r');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, 'hello [[text: heard you]]');
  await terminal.waitForText('heard you');
});

test('Q-02 a prompt sent twice with one request id is typed once, and both get the same receipt', async () => {
  const id = await story.startIdle();
  const send = ['session', 'send', id, 'once [[text: only once]]', '--request-id', `r-${id}`];
  const first = await story.stack.cli.ask<{ turnId: string }>(...send);
  const second = await story.stack.cli.ask<{ turnId: string }>(...send);
  expect(second).toEqual(first);
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, 'twice');
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).filter((line) => line.startsWith('prompting'))).toHaveLength(2);
});
