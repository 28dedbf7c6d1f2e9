import { expect, test } from '@jest/globals';
import { useStack } from '../support/use-stack.js';

const story = useStack();

test('S-02 S-03 S-10 I start an agent and see each status with its reason, from connecting to waiting', async () => {
  const id = await story.start(
    'look [[sleep: 100]] [[read: a]] [[sleep: 100]] [[bash: true]] [[sleep: 100]] [[text: Hello.]]',
  );
  const request = await story.dialog(id);
  const asked = await story.show(id);
  expect(asked).toMatchObject({
    status: 'approval',
    statusReason: { rule: 'A-05', event: 'PermissionRequest for Bash', guess: false, next: null },
    requests: [{ id: request, kind: 'permission', tool: 'Bash', input: { command: 'true' } }],
    match: { step: 'launch' },
  });
  await story.stack.cli.ask('session', 'answer', id, request, '--allow');
  await story.watch.waitForStatus(id, 'waiting');
  expect(await story.history(id)).toEqual([
    'connecting S-03 start requested',
    'idle S-02 SessionStart',
    'prompting S-02 UserPromptSubmit',
    'working S-02 PreToolUse for Read',
    'approval A-05 PermissionRequest for Bash',
    'working X-28 answered: allow by owner',
    'waiting S-02 Stop',
  ]);
  const times = (await story.historyEntries(id)).map(({ reason }) => Date.parse(reason.at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect((await story.show(id)).statusReason.next).toMatchObject({ status: 'idle' });
});

test('S-02 S-07 I watch the statuses live, in their order', async () => {
  const id = await story.startIdle();
  await story.send(id, 'go [[sleep: 300]] [[read: a]] [[sleep: 300]]');
  for (const status of ['prompting', 'working', 'waiting'] as const) await story.watch.waitForStatus(id, status);
  expect(story.watch.statuses(id).slice(-4)).toEqual(['idle', 'prompting', 'working', 'waiting']);
});

test('S-02 X-15 a question to me shows as input, not as approval', async () => {
  const id = await story.start('[[ask: Red or blue?]]');
  const request = await story.dialog(id);
  expect(await story.show(id)).toMatchObject({ status: 'input', requests: [{ id: request, tool: 'AskUserQuestion' }] });
});

test('X-13 X-65 /clear keeps the card: the same id, a new conversation, never ended', async () => {
  const id = await story.startIdle();
  const before = await story.show(id);
  await story.send(id, '/clear');
  const after = await story.watch.waitFor(
    id,
    'second conversation',
    ({ cliSessionId, status }) => cliSessionId !== before.cliSessionId && status === 'idle',
  );
  expect(after.runs.map(({ cliSessionId }) => cliSessionId)).toEqual([before.cliSessionId, after.cliSessionId]);
  expect((await story.history(id)).join()).not.toContain('ended');
  expect((await story.list()).filter(({ terminalId }) => terminalId === before.terminalId)).toHaveLength(1);
});

test('S-02 when the agent leaves, its session has ended; the list shows it only with --all', async () => {
  const id = await story.startIdle();
  await story.send(id, '/exit');
  const { runs } = await story.watch.waitForStatus(id, 'ended');
  expect(runs.at(-1)?.endedAt).not.toBeNull();
  const shown = await story.stack.cli.ask<{ sessions: { id: string }[] }>('session', 'list');
  expect(shown.sessions.map((one) => one.id)).not.toContain(id);
  expect((await story.list()).map((one) => one.id)).toContain(id);
});

test('S-09 an agent that was killed shows as ended within the process check, with that reason', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[crash]]');
  await story.watch.waitForStatus(id, 'ended', 5_000);
  expect((await story.history(id)).at(-1)).toMatch(/^ended S-09 process-gone/);
});

test('S-10 a folder that is not there is said at once, with what to do', async () => {
  const words = ['session', 'start', '--cli', 'claude', '--cwd', `${story.stack.user}/nowhere`];
  const { code, message, hint } = await story.stack.cli.refused(...words);
  expect(code).toBe('START_FAILED');
  expect(`${message} ${hint}`).toContain('nowhere');
});
