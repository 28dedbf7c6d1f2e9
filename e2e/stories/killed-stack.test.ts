import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { hookSequence, type PlannedHook } from '../support/hook-sequences.js';
import { createHookPoster, pipeHook, sendHttp } from '../support/post-hook.js';
import type { Session } from '../support/session.js';
import { TIMERS_THAT_NEVER_FIRE } from '../support/timers-that-never-fire.js';
import { useStack, type Story } from '../support/use-stack.js';

const SESSIONS = 8;
const HOOKS_EACH = 250;
const HOOKS = SESSIONS * HOOKS_EACH;
const KILL_AFTER = HOOKS / 2;
/** The two homes don't get their hooks at the same times. */
const config = { timers: TIMERS_THAT_NEVER_FIRE };

const disturbed = useStack({ config });
const undisturbed = useStack({ config });

const sequences = Array.from({ length: SESSIONS }, (_, index) =>
  hookSequence({
    sessionId: `killed-${index}`,
    cwd: `/projects/${index}`,
    count: HOOKS_EACH,
    seed: index + 1,
    byScript: 0.1,
  }),
);

/** Sends all hooks, those of one session in their order; `onSent` is told of each. */
async function sendAll({ stack }: Story, onSent: (count: number) => void = () => undefined): Promise<void> {
  const poster = createHookPoster(stack);
  let sent = 0;
  const sendOne = async ({ via, payload }: PlannedHook): Promise<void> => {
    if (via === 'http') expect(await poster.post(payload)).toMatchObject({ status: 200 });
    else expect(await pipeHook(stack.home, JSON.stringify(payload))).toEqual({ code: 0, stdout: '' });
    onSent((sent += 1));
  };
  await Promise.all(
    sequences.map(async (sequence) => {
      for (const hook of sequence) await sendOne(hook);
    }),
  );
  poster.close();
}

const received = async ({ stack }: Story): Promise<number> => {
  const { text } = await sendHttp({ port: stack.ports().hook, path: '/metrics' });
  const counts = [...text.matchAll(/^pitwall_hooks_received_total\{via="\w+"\} (\d+)$/gm)];
  return counts.reduce((total, [, count]) => total + Number(count), 0);
};

/** What must not depend on a kill: everything but times, ids that are made by chance, and the number of saves. */
const essence = async (story: Story, { id, ...session }: Session) => ({
  cliSessionId: session.cliSessionId,
  cwd: session.cwd,
  status: session.status,
  rule: session.statusReason.rule,
  marks: session.marks,
  match: session.match?.step,
  runs: session.runs.map((run) => run.cliSessionId),
  subagents: session.subagents.map(({ id, type, status, toolCount }) => ({ id, type, status, toolCount })),
  requests: session.requests.length,
  history: await story.history(id),
});

/** Sessions that have ended in the order of their folders; throws until all have. */
const endedSessions = async (story: Story): Promise<Session[]> => {
  const found = (await story.list()).filter(({ origin, status }) => origin === 'external' && status === 'ended');
  if (found.length !== SESSIONS) throw new Error(`${found.length} of ${SESSIONS} sessions have ended`);
  return found.sort((a, b) => (a.cwd < b.cwd ? -1 : 1));
};

const outcome = async (story: Story) => {
  const ended = await eventually(() => endedSessions(story), { timeoutMs: 30_000, everyMs: 250 });
  return Promise.all(ended.map((session) => essence(story, session)));
};

test('S-11 S-12 the stack killed in the middle of 2,000 hooks: none is lost, none counts twice, terminals live on', async () => {
  const terminal = await disturbed.startIdle();
  const [alone] = await Promise.all([received(disturbed), received(undisturbed)]);
  const kills: Promise<void>[] = [];
  await sendAll(disturbed, (count) => {
    if (count === KILL_AFTER) kills.push(disturbed.stack.kill9());
  });
  await Promise.all(kills);
  await disturbed.stack.up();
  await sendAll(undisturbed);

  expect(await outcome(disturbed)).toEqual(await outcome(undisturbed));
  expect((await received(disturbed)) - alone).toBe(HOOKS);
  expect(await received(undisturbed)).toBe(HOOKS);

  await disturbed.send(terminal, 'are you there? [[text: yes]]');
  await disturbed.watch.waitForStatus(terminal, 'waiting');
}, 120_000);
