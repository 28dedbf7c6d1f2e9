import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { createHookPoster, type HookPoster } from '../support/post-hook.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

let opened: HookPoster | undefined;
const poster = (): HookPoster => (opened ??= createHookPoster(story.stack));
afterAll(() => opened?.close());

const cardsIn = async (cwd: string) => (await story.list()).filter((session) => session.cwd === cwd);

const hook = (id: string, cwd: string, name: string, fields: object = {}) =>
  poster().post({ session_id: id, hook_event_name: name, cwd, ...fields });

test('X-17 a session that ended and comes back under the same id is the card that it was', async () => {
  const cwd = '/projects/came-back';
  await hook('came-back', cwd, 'SessionStart', { source: 'startup' });
  await hook('came-back', cwd, 'SessionEnd', { reason: 'other' });
  await eventually(async () => (await cardsIn(cwd))[0]?.status === 'ended');
  const before = await cardsIn(cwd);
  await hook('came-back', cwd, 'SessionStart', { source: 'resume' });
  await hook('came-back', cwd, 'UserPromptSubmit', { prompt: 'where were we?' });
  await eventually(async () => (await cardsIn(cwd)).some(({ status }) => status === 'prompting'));
  const after = await cardsIn(cwd);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.runs).toHaveLength(2);
});

test('F-06 a late SessionEnd of an id that an ended card had makes no card and changes none', async () => {
  const cwd = '/projects/late-end';
  await hook('late-end', cwd, 'SessionStart', { source: 'startup' });
  await hook('late-end', cwd, 'SessionEnd', { reason: 'other' });
  await eventually(async () => (await cardsIn(cwd))[0]?.status === 'ended');
  await hook('late-end', cwd, 'SessionEnd', { reason: 'other' });
  await hook('late-end', cwd, 'Stop');
  await hook('another', '/projects/another', 'SessionStart');
  await eventually(async () => (await cardsIn('/projects/another')).length === 1);
  expect(await cardsIn(cwd)).toMatchObject([{ status: 'ended' }]);
});
