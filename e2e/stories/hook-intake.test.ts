import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { createHookPoster, pipeHook, refusedCounts, sendHttp } from '../support/post-hook.js';
import { residentBytes } from '../support/processes.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const MIB = 1024 * 1024;
const start = { session_id: 'bad', hook_event_name: 'SessionStart', cwd: '/projects/bad' };
const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const huge = JSON.stringify({ ...start, filler: 'x'.repeat(20 * MIB) });

interface BadBody {
  readonly title: string;
  readonly body: string | Buffer;
  readonly status: 400 | 413;
  readonly reason: string;
}

const BAD_BODIES: readonly BadBody[] = [
  { title: 'nothing at all', body: '', status: 400, reason: 'not-json' },
  { title: 'half of a JSON text', body: '{"session_id":"bad","hook_ev', status: 400, reason: 'not-json' },
  {
    title: 'bytes that are no text',
    body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b]),
    status: 400,
    reason: 'not-json',
  },
  { title: 'a list', body: '[]', status: 400, reason: 'not-a-hook' },
  { title: 'no event', body: '{"session_id":"bad"}', status: 400, reason: 'not-a-hook' },
  {
    title: 'a number for an event',
    body: '{"session_id":"bad","hook_event_name":7}',
    status: 400,
    reason: 'not-a-hook',
  },
  {
    title: 'an id with a quote in it',
    body: JSON.stringify({ ...start, session_id: `a';x` }),
    status: 400,
    reason: 'bad-session-id',
  },
  {
    title: '10,000 levels',
    body: `{"session_id":"bad","hook_event_name":"Stop","a":${deep}}`,
    status: 400,
    reason: 'too-deep',
  },
  { title: '20 MB', body: huge, status: 413, reason: 'too-large' },
];

/** What a hook after the bad ones says: the intake still works. */
const stillTakesHooks = async (sessionId: string): Promise<void> => {
  const poster = createHookPoster(story.stack);
  expect(await poster.post({ ...start, session_id: sessionId })).toEqual({ status: 200, text: '{}' });
  poster.close();
  await eventually(async () => (await story.list()).some(({ cliSessionId }) => cliSessionId === sessionId));
};

test.each(BAD_BODIES)('a posted hook of $title is refused with its reason, and counted', async (bad) => {
  const before = (await refusedCounts(story.stack))[bad.reason] ?? 0;
  const poster = createHookPoster(story.stack);
  const { status, text } = await poster.post(bad.body);
  poster.close();
  expect(status).toBe(bad.status);
  expect(JSON.parse(text)).toEqual({ error: { code: bad.reason, message: expect.stringMatching(/\S/) } });
  expect((await refusedCounts(story.stack))[bad.reason]).toBe(before + 1);
});

test('the hook script takes the same bodies with exit 0 and prints nothing; they are counted and put aside', async () => {
  const before = await refusedCounts(story.stack);
  for (const { body } of BAD_BODIES.filter(({ title }) => title !== '20 MB')) {
    expect(await pipeHook(story.stack.home, body)).toEqual({ code: 0, stdout: '' });
  }
  const wanted = { 'not-json': 3, 'not-a-hook': 3, 'bad-session-id': 1, 'too-deep': 1 };
  await eventually(async () => {
    const now = await refusedCounts(story.stack);
    return Object.entries(wanted).every(([reason, count]) => now[reason] === (before[reason] ?? 0) + count);
  });
  expect(readdirSync(join(story.stack.home, 'spool', 'in'))).toEqual([]);
  await stillTakesHooks('after-the-script');
});

test('a hook of 20 MB through the script arrives with its long texts cut', async () => {
  expect(await pipeHook(story.stack.home, huge.replace('"bad"', '"long"'))).toEqual({ code: 0, stdout: '' });
  await eventually(async () => (await story.list()).some(({ cliSessionId }) => cliSessionId === 'long'), {
    timeoutMs: 15_000,
  });
});

test('hundreds of bad hooks leave the memory of the terminal host flat', async () => {
  const poster = createHookPoster(story.stack);
  const round = async (): Promise<number> => {
    for (let n = 0; n < 30; n++) for (const { body } of BAD_BODIES.slice(0, -1)) await poster.post(body);
    for (let n = 0; n < 5; n++) await poster.post(huge);
    return residentBytes(story.stack.ptyHostPid());
  };
  const first = await round();
  const second = await round();
  poster.close();
  expect(second - first).toBeLessThan(40 * MIB);
  await stillTakesHooks('after-hundreds');
});

test('what the host refused is told to monitors by the gateway, through the heartbeat', async () => {
  const { gateway } = story.stack.ports();
  await eventually(
    async () => {
      const { text } = await sendHttp({ port: gateway, path: '/metrics' });
      return /^pitwall_host_counter\{host="[^"]+",counter="hooks_refused_too-deep"[^}]*\} [1-9]/m.test(text);
    },
    { timeoutMs: 6_000, everyMs: 200 },
  );
});
