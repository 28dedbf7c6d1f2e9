import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { pidsWith } from '../support/processes.js';
import { useClaude } from './use-claude.js';

const { story, tell } = await useClaude();

const startIdle = async (...words: string[]): Promise<string> => {
  const id = await story.startIn(story.agent.project, ...words);
  await story.watch.waitForStatus(id, 'idle');
  return id;
};

tell('S-02 a first prompt is worked on, and /exit ends the session', async () => {
  const id = await story.startIn(story.agent.project, '--prompt', 'hello [[sleep: 300]] [[text: Hello to you.]]');
  const { match } = await story.watch.waitForStatus(id, 'waiting');
  expect(match?.step).toBe('launch');
  const terminal = await story.view(id);
  await terminal.waitForText('Hello to you.');
  await story.send(id, '/exit');
  const { runs } = await story.watch.waitForStatus(id, 'ended');
  expect(runs).toEqual([expect.objectContaining({ endedAt: expect.any(String) })]);
  expect((await story.history(id)).at(-1)).toBe('ended S-02 SessionEnd');
});

tell('X-13 /clear keeps the card: the same id, a new conversation, never ended', async () => {
  const id = await startIdle();
  await story.send(id, 'hello [[sleep: 300]]');
  const before = await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, '/clear');
  const after = await story.watch.waitFor(
    id,
    'second conversation',
    ({ cliSessionId, status }) => cliSessionId !== before.cliSessionId && status === 'idle',
  );
  expect(after.runs.map(({ cliSessionId }) => cliSessionId)).toEqual([before.cliSessionId, after.cliSessionId]);
  await story.send(id, 'again [[sleep: 300]]');
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).join()).not.toContain('ended');
  expect((await story.list()).filter(({ terminalId }) => terminalId === before.terminalId)).toHaveLength(1);
});

tell('S-09 killed with kill -9 it shows as ended within the process check', async () => {
  const id = await startIdle();
  const { cliSessionId } = await story.show(id);
  const pids = pidsWith(`--session-id ${cliSessionId}`);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await story.watch.waitForStatus(id, 'ended', 5_000);
  expect((await story.history(id)).at(-1)).toMatch(/^ended S-09 process-gone/);
});

tell('L-08 I stop it in the middle of a command, and nothing of it is left', async () => {
  const id = await startIdle();
  const { cliSessionId } = await story.show(id);
  const command = `tail -f ${story.agent.project}/${cliSessionId} /dev/null`;
  await story.send(id, `follow [[bash: ${command}]]`);
  await story.stack.cli.ask('session', 'answer', id, await story.dialog(id), '--allow');
  await eventually(() => pidsWith(`tail -f ${story.agent.project}`).length > 0, { timeoutMs: 10_000 });
  await story.stack.cli.ask('session', 'stop', id);
  await story.watch.waitForStatus(id, 'ended');
  await eventually(() => pidsWith(cliSessionId!).length === 0, { timeoutMs: 10_000 });
});

tell('U-01 it works on while the stack is down, and its card knows when the stack is up again', async () => {
  const id = await startIdle();
  await story.send(id, 'hello [[sleep: 2000]] [[text: Done alone.]]');
  await story.watch.waitForStatus(id, 'prompting');
  await story.stack.restart();
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).slice(-2)).toEqual(['prompting S-02 UserPromptSubmit', 'waiting S-02 Stop']);
  const terminal = await story.view(id);
  await terminal.waitForText('Done alone.');
});

tell('A-07 the settings of the person are as they were, and their own hooks fire beside Pitwall’s', async () => {
  const before = readFileSync(story.agent.settingsFile);
  const seen = story.agent.ownHookEvents().length;
  const file = join(story.agent.project, 'read-me.txt');
  writeFileSync(file, 'read me');
  const id = await startIdle();
  await story.send(id, `look [[read: ${file}]]`);
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, '/exit');
  await story.watch.waitForStatus(id, 'ended');
  expect(readFileSync(story.agent.settingsFile)).toEqual(before);
  expect(story.agent.ownHookEvents().slice(seen)).toEqual([
    ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd'],
  ]);
});
