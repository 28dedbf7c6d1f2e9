import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { useStack } from '../support/use-stack.js';

const TIMERS = {
  ...{ promptingQuiet: 1_200, waitingIdle: 1_500, dialogIdle: 1_000, workingIdle: 2_500, connectingIdle: 1_000 },
  ...{ toolFast: 500, toolSlow: 700 },
};
/** A deadline is asked about, answered and fired within this; the time that is recorded is the due one. */
const DEADLINE_MS = 10_000;

const story = useStack({ config: { timers: TIMERS } });

/** ms between each of the last lines of the history and the one before. */
const gaps = async (id: string, count: number): Promise<number[]> => {
  const at = (await story.historyEntries(id)).slice(-count - 1).map(({ reason }) => Date.parse(reason.at));
  return at.slice(1).map((time, index) => time - at[index]!);
};

/** Host time has fractions of a ms, the history's times have none. */
const expectGaps = async (id: string, wanted: readonly number[]): Promise<void> => {
  const found = await gaps(id, wanted.length);
  for (const [index, ms] of wanted.entries()) expect(Math.abs(found[index]! - ms)).toBeLessThanOrEqual(2);
};

test('S-04 S-05 a prompt that never ran becomes waiting, then idle, each when it was due', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[sleep: 3600000]]');
  await story.watch.waitForStatus(id, 'waiting', DEADLINE_MS);
  await story.watch.waitForStatus(id, 'idle', DEADLINE_MS);
  expect((await story.history(id)).slice(-3)).toEqual([
    'prompting S-02 UserPromptSubmit',
    'waiting S-04 timer promptingQuiet',
    'idle S-05 timer waitingIdle',
  ]);
  await expectGaps(id, [TIMERS.promptingQuiet, TIMERS.waitingIdle]);
});

test('S-07 an agent that works and is heard no more becomes idle', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[read: a]] [[sleep: 3600000]]');
  await story.watch.waitForStatus(id, 'working');
  await story.watch.waitForStatus(id, 'idle', DEADLINE_MS);
  expect((await story.history(id)).at(-1)).toBe('idle S-07 timer workingIdle');
});

test('S-08 X-18 an agent that waits at its trust screen becomes idle, and the first hook ends that', async () => {
  const id = await story.start('[[trust]] [[sleep: 100]]');
  const { statusReason } = await story.watch.waitForStatus(id, 'idle', DEADLINE_MS);
  expect(statusReason.rule).toBe('S-08');
  const terminal = await story.view(id);
  terminal.type('\r');
  await story.watch.waitForStatus(id, 'waiting');
});

test('A-02 S-06 a tool call that does not come back shows as probably waiting for approval, then as idle', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[hang: Read]]');
  const { statusReason, requests } = await story.watch.waitForStatus(id, 'approval', DEADLINE_MS);
  expect(statusReason).toMatchObject({ rule: 'A-02', guess: true });
  expect(requests).toEqual([]);
  await story.watch.waitForStatus(id, 'idle', DEADLINE_MS);
  await expectGaps(id, [TIMERS.dialogIdle]);
});

test('A-03 a command that runs for long is no approval', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[run: sleep 2]]');
  await story.watch.waitForStatus(id, 'waiting', DEADLINE_MS);
  expect((await story.history(id)).slice(-3)).toEqual([
    'prompting S-02 UserPromptSubmit',
    'working S-02 PreToolUse for Bash',
    'waiting S-02 Stop',
  ]);
});

test('S-06 a dialog that the agent itself reports never expires', async () => {
  const id = await story.start('[[bash: true]]');
  await story.dialog(id);
  const { statusReason } = await story.show(id);
  const expired = Date.parse(statusReason.at) + 2 * TIMERS.dialogIdle;
  await wait(Math.max(0, expired - Date.now()));
  expect((await story.show(id)).status).toBe('approval');
});

test('S-12 X-04 what came due while the stack was down is played at its due times when it is up again', async () => {
  const id = await story.startIdle();
  await story.send(id, '[[sleep: 3600000]]');
  await story.watch.waitForStatus(id, 'prompting');
  await story.stack.down();
  await wait(TIMERS.promptingQuiet + TIMERS.waitingIdle);
  await story.stack.up();
  await story.watch.waitForStatus(id, 'idle', DEADLINE_MS);
  expect((await story.history(id)).slice(-3)).toEqual([
    'prompting S-02 UserPromptSubmit',
    'waiting S-04 timer promptingQuiet',
    'idle S-05 timer waitingIdle',
  ]);
  await expectGaps(id, [TIMERS.promptingQuiet, TIMERS.waitingIdle]);
});
