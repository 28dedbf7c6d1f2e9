import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { gatewayClient } from '../support/ask-gateway.js';
import { createHookPoster, pipeHook, refusedCounts, type Answer, type HookPoster } from '../support/post-hook.js';
import { isRunning, residentBytes } from '../support/processes.js';
import type { Session } from '../support/session.js';
import { useStack } from '../support/use-stack.js';
import { TEXTS, hookOfBytes, hostileBodies } from './bodies.js';

const story = useStack();
jest.setTimeout(180_000);

const SEED = Number(process.env['PITWALL_FUZZ_SEED'] ?? 20_261_201);
const CASES = 10_000;
const BY_SCRIPT = 200;
const AT_ONCE = 8;
const MIB = 1024 * 1024;
/** What a busy collector may leave lying about. */
const FLAT_BYTES = 60 * MIB;

type Body = string | Buffer;

/** Runs `work` over the items, a few at a time, in order of their beginning. */
async function overAll<T>(items: readonly T[], work: (item: T, n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const n = next++;
      await work(items[n]!, n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, one) => all + one, 0);

/** A hook is taken with 200, or refused with 4xx, a code and a reason; returns whether it was taken. */
function isTaken({ status, text }: Answer, body: Body): boolean {
  const words = `${status} ${text.slice(0, 200)} for ${body.toString().slice(0, 200)}`;
  if (status === 200) {
    if (text !== '{}') throw new Error(words);
    return true;
  }
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
  if (status < 400 || status >= 500 || !error?.code || !error.message) throw new Error(words);
  return false;
}

async function postAll(posters: readonly HookPoster[], bodies: readonly Body[]): Promise<number> {
  let refused = 0;
  await overAll(bodies, async (body, n) => {
    if (!isTaken(await posters[n % posters.length]!.post(body), body)) refused += 1;
  });
  return refused;
}

type Seen = Pick<Session, 'id' | 'cliSessionId' | 'status' | 'cwd' | 'model' | 'requests'>;
const CARDS = '{ sessions(includeEnded: true) { id cliSessionId status cwd model requests { tool input } } }';

const cardOf = (cliSessionId: string, fits: (card: Seen) => boolean = () => true): Promise<Seen> =>
  eventually(
    async () => {
      const { data } = await gatewayClient(story.stack).run<{ sessions: Seen[] }>(CARDS);
      const found = data?.sessions.find((one) => one.cliSessionId === cliSessionId);
      if (!found || !fits(found)) throw new Error(`no such card of ${cliSessionId}: ${JSON.stringify(found)}`);
      return found;
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );

async function stillWorks(sessionId: string): Promise<void> {
  const poster = createHookPoster(story.stack);
  const hook = { session_id: sessionId, hook_event_name: 'SessionStart', cwd: '/projects/good' };
  expect(await poster.post(hook)).toEqual({ status: 200, text: '{}' });
  poster.close();
  expect(await cardOf(sessionId)).toMatchObject({ status: 'idle', cwd: '/projects/good', model: null });
}

test(`10k malformed hooks over http: taken or refused with a reason and counted, memory flat, nothing polluted (seed ${SEED})`, async () => {
  const { stack } = story;
  const pids = [stack.ptyHostPid(), stack.upPid()];
  const posters = ['claude', 'codex'].map((cli) => createHookPoster(stack, cli));
  const before = sum(await refusedCounts(stack));
  const bodies = hostileBodies(SEED, CASES);
  // Until then the heaps grow to their working size; over 30,000 they go up and down around it.
  const warm = bodies.length / 2;
  let refused = await postAll(posters, bodies.slice(0, warm));
  await stillWorks('good-at-first');
  const first = pids.map(residentBytes);
  refused += await postAll(posters, bodies.slice(warm));
  await stillWorks('good-at-last');
  for (const poster of posters) poster.close();

  expect(sum(await refusedCounts(stack)) - before).toBe(refused);
  expect(refused).toBeGreaterThan(CASES / 10);
  expect(refused).toBeLessThan((CASES * 9) / 10);
  expect([stack.ptyHostPid(), stack.upPid()]).toEqual(pids);
  expect(pids.filter(isRunning)).toEqual(pids);
  const grown = pids.map((pid, n) => Math.round((residentBytes(pid) - first[n]!) / MIB));
  for (const mib of grown) expect(mib * MIB).toBeLessThan(FLAT_BYTES);
  console.info(`${refused} of ${CASES} refused; the terminal host grew by ${grown[0]} MiB, up by ${grown[1]} MiB`);
});

test('a hook of 16 MB is taken, one of a byte more is refused', async () => {
  const poster = createHookPoster(story.stack);
  expect((await poster.post(hookOfBytes(16 * MIB))).status).toBe(200);
  expect((await poster.post(hookOfBytes(16 * MIB + 1))).status).toBe(413);
  poster.close();
  await stillWorks('good-after-big');
});

test(`hundreds of malformed hooks through the script: exit 0, silent, none left in the spool (seed ${SEED})`, async () => {
  const bodies = hostileBodies(SEED + 1, CASES).filter((_, n) => n % (CASES / BY_SCRIPT) === 0);
  await overAll(bodies, async (body, n) => {
    const result = await pipeHook(story.stack.home, body, {}, n % 2 === 0 ? 'claude' : 'codex');
    if (result.code !== 0 || result.stdout !== '') throw new Error(`${JSON.stringify(result)} for ${body.toString()}`);
  });
  await eventually(() => expect(readdirSync(join(story.stack.home, 'spool', 'in'))).toEqual([]), { timeoutMs: 30_000 });
  await stillWorks('good-after-script');
});

/** What a person's terminal would act on. */
const CONTROLS = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(9)}${String.fromCharCode(27)}]`);

async function expectInert(...words: string[]): Promise<void> {
  const { code, stdout } = await story.stack.cli.plain(...words);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(CONTROLS);
}

test('<script>, OSC 52, OSC 8, RTL and zero-width in hook texts are told as text, and never sent to a terminal raw', async () => {
  const poster = createHookPoster(story.stack);
  const texts = TEXTS.filter((text) => text !== '' && text.length < 200);
  for (const [n, text] of texts.entries()) {
    const base = { session_id: `inert-${n}`, cwd: `/projects/${text.replaceAll('/', '_')}` };
    const call = { tool_name: text, tool_input: { command: text } };
    await poster.post({ ...base, hook_event_name: 'SessionStart', source: 'startup', model: text });
    await poster.post({ ...base, hook_event_name: 'UserPromptSubmit', prompt: text });
    await poster.post({ ...base, hook_event_name: 'PreToolUse', ...call, tool_use_id: 'c' });
    await poster.post({ ...base, hook_event_name: 'PermissionRequest', ...call });
  }
  poster.close();
  for (const [n, text] of texts.entries()) {
    // NUL and half pairs can't be stored by anybody; everything else is told as it came.
    // eslint-disable-next-line no-control-regex -- NUL is what is looked for
    const told = text.replaceAll(/[\u0000\p{Surrogate}]/gu, '\ufffd');
    const card = await cardOf(`inert-${n}`, ({ requests }) => requests.length === 1);
    expect(card.model).toBe(told);
    expect(card.requests[0]).toMatchObject({ tool: told, input: { command: told } });
    if (!CONTROLS.test(text)) continue;
    await expectInert('session', 'show', card.id);
    await expectInert('session', 'history', card.id);
  }
  await expectInert('session', 'list', '--all');
});
