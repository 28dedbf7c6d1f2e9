import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Session } from '../support/session.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

test('a request id makes repetitions of one request harmless, and stands in no other’s way', async () => {
  const id = randomUUID();
  const start = () =>
    story.stack.cli.ask<Session>(
      ...['session', 'start', '--cli', 'claude', '--cwd', story.stack.user],
      ...['--request-id', id],
    );
  const [first, second] = await Promise.all([start(), start()]);
  expect(second.id).toBe(first.id);
  expect(await story.list()).toHaveLength(1);
  await story.watch.waitFor(first.id, 'SessionStart', ({ status }) => status === 'idle');

  const send = () => story.stack.cli.ask('session', 'send', first.id, '[[text: once]]', '--request-id', id);
  expect(await send()).toEqual(await send());
  await story.watch.waitForStatus(first.id, 'waiting');
  const prompts = (await story.history(first.id)).filter((line) => line.startsWith('prompting'));
  expect(prompts).toHaveLength(1);
});
