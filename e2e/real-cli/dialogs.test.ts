import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { useClaude } from './use-claude.js';

const { story, tell } = await useClaude();

/** A session whose agent asks whether it may write that file, and may write others after it. */
async function askToWrite(name: string, ...others: string[]) {
  const [file, ...more] = [name, ...others].map((one) => join(story.agent.project, one)) as [string, ...string[]];
  const id = await story.startIn(story.agent.project);
  await story.watch.waitForStatus(id, 'idle');
  const rest = more.map((one) => `[[write: ${one}]]`).join(' ');
  await story.send(id, `please [[sleep: 400]] [[write: ${file}]] ${rest} [[sleep: 400]] [[text: All done.]]`);
  const request = await story.dialog(id);
  const terminal = await story.view(id);
  await terminal.waitForText('1. Yes');
  return { id, file, request, terminal };
}

const UP_TO_DIALOG = [
  'connecting S-03 start requested',
  'idle S-02 SessionStart',
  'prompting S-02 UserPromptSubmit',
  'working S-02 PreToolUse for Write',
  'approval A-05 PermissionRequest for Write',
];

tell('A-08 I allow a file from the command line: each status has its reason, and the dialog closes', async () => {
  const { id, file, request, terminal } = await askToWrite('allowed.txt');
  expect(existsSync(file)).toBe(false);
  await story.stack.cli.ask('session', 'answer', id, request, '--allow');
  await terminal.waitForNoText('1. Yes');
  await story.watch.waitForStatus(id, 'waiting');
  await terminal.waitForText('All done.');
  expect(readFileSync(file, 'utf8')).toBe('written by the scripted model\n');
  expect(await story.history(id)).toEqual([
    ...UP_TO_DIALOG,
    'working X-28 answered: allow by owner',
    'waiting S-02 Stop',
  ]);
  expect(story.watch.statuses(id)).toEqual([
    ...['connecting', 'idle', 'prompting', 'working', 'approval', 'working', 'waiting'],
  ]);
});

tell('A-08 I refuse with a message: the model reads it, and no file was written', async () => {
  const { id, file, request, terminal } = await askToWrite('refused.txt');
  await story.stack.cli.ask('session', 'answer', id, request, '--deny', '--message', 'Use another name, please.');
  await terminal.waitForNoText('1. Yes');
  await story.watch.waitForStatus(id, 'waiting');
  expect(existsSync(file)).toBe(false);
  expect(story.model.heard.some((text) => text.includes('Use another name, please.'))).toBe(true);
  expect(await story.history(id)).toContain('working X-28 answered: deny by owner');
});

tell(
  'A-08 a key in the terminal answers first: the request closes, and my answer says that it is too late',
  async () => {
    const { id, file, request, terminal } = await askToWrite('by-key.txt');
    terminal.type('1');
    const { requests } = await story.watch.waitForStatus(id, 'waiting');
    expect(requests).toEqual([]);
    expect(existsSync(file)).toBe(true);
    const late = await story.stack.cli.refused('session', 'answer', id, request, '--deny');
    expect(late).toMatchObject({ code: 'REQUEST_NOT_OPEN', hint: expect.stringContaining('answered') });
  },
);

tell('A-08 Esc in the dialog leaves approval, although the agent reports nothing of it', async () => {
  const { id, file, terminal } = await askToWrite('escaped.txt');
  terminal.type('\x1b');
  const { requests } = await story.watch.waitForStatus(id, 'waiting');
  expect(requests).toEqual([]);
  expect(existsSync(file)).toBe(false);
  await story.send(id, 'go on [[text: I am still here.]]');
  await terminal.waitForText('I am still here.');
});

tell('X-18 a prompt is not typed into its dialog', async () => {
  const { id, request } = await askToWrite('not-typed.txt');
  expect(await story.stack.cli.refused('session', 'send', id, '2')).toMatchObject({ code: 'DIALOG_OPEN' });
  await story.stack.cli.ask('session', 'answer', id, request, '--allow');
  await story.watch.waitForStatus(id, 'waiting');
});

tell('A-08 I allow it always: the agent goes on without asking for the next one', async () => {
  const { id, request, file } = await askToWrite('always.txt', 'always-again.txt');
  expect((await story.show(id)).requests[0]?.always).toMatch(/\S/);
  await story.stack.cli.ask('session', 'answer', id, request, '--allow-always');
  await story.watch.waitForStatus(id, 'waiting');
  expect([file, join(story.agent.project, 'always-again.txt')].map((one) => existsSync(one))).toEqual([true, true]);
  expect((await story.history(id)).filter((line) => line.startsWith('approval'))).toHaveLength(1);
});
