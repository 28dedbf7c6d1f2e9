import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { type SecondHost, startSecondHost } from '../support/second-host.js';
import { useStack } from '../support/use-stack.js';

const story = useStack({ config: { timers: { promptingQuiet: 2_000 } } });
/** X-04 says 15 s; the rest is for the way to a reader. */
const MARKED_MS = 16_000;

let host: SecondHost;
beforeAll(async () => {
  host = await startSecondHost(story.stack);
});
afterAll(() => host?.remove());

test('X-04 S-12 a host out of reach: its sessions are marked and stand still, and go on when it is back', async () => {
  const refused = await story.stack.cli.refused('session', 'start', '--cli', 'claude', '--cwd', story.stack.user);
  expect(refused).toMatchObject({ code: 'HOST_REQUIRED', hint: expect.stringContaining('--host') });

  const id = await eventually(() => story.startIn(host.home, '--host', host.name));
  await story.watch.waitForStatus(id, 'idle');
  await story.send(id, 'think [[sleep: 3600000]]');
  await story.watch.waitForStatus(id, 'prompting');
  host.freeze();
  const frozenAt = performance.now();
  const isMarked = (marks: readonly string[]): boolean => marks.includes('host-unreachable');
  const marked = await story.watch.waitFor(id, 'mark', ({ marks }) => isMarked(marks), 20_000);
  expect(performance.now() - frozenAt).toBeLessThan(MARKED_MS);
  expect(marked.status).toBe('prompting');
  expect(await story.stack.cli.refused('session', 'send', id, 'hello')).toMatchObject({
    code: 'HOST_UNREACHABLE',
    hint: expect.stringMatching(/\S/),
  });

  host.thaw();
  await story.watch.waitFor(id, 'end of the mark', ({ marks }) => !isMarked(marks));
  await eventually(async () => (await story.show(id)).status === 'waiting');
  expect((await story.history(id)).slice(-2)).toEqual([
    'prompting S-02 UserPromptSubmit',
    'waiting S-04 timer promptingQuiet',
  ]);
});
