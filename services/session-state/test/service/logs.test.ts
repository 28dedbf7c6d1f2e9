import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STANDARD_TIMERS, type RequestId, type SessionEvent, type TerminalId } from '@pitwall/contracts';
import { rowsOf } from '@pitwall/service-kit';
import { eventually } from '@pitwall/service-kit/testing';
import { reduce } from '../../src/core/reduce.js';
import type { Session } from '../../src/core/session.js';
import { opened, permissionRequest, preToolUse } from '../unit/happenings.js';
import { OPENING, beginning, eventOf, turnStories, type Placed } from '../unit/turn-stories.js';
import { createWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.stop());

/** Marks that the service makes of itself as time passes, beside what the log says. */
const plain = ({ hostUnreachable, revision, ...session }: Session) => ({
  ...session,
  hasRevision: revision > 0 && hostUnreachable !== null,
});

const purely = (log: readonly SessionEvent[]): Session =>
  log.reduce<Session>((session, event) => reduce(session, event, STANDARD_TIMERS).state, {
    ...beginning(),
    id: log[0]?.sessionId as Session['id'],
  });

const asLog = (id: string, placed: readonly Placed[]): SessionEvent[] =>
  [OPENING, ...placed].map((one) => eventOf(one, id));

describe('the service on Postgres and NATS', () => {
  it('S-12 X-03 random logs in random batches, told again and again, with a restart in the middle: rows are what the pure reduction gives', async () => {
    const [stories] = fc.sample(fc.array(turnStories, { minLength: 6, maxLength: 6 }), {
      numRuns: 1,
      seed: 20_261_201,
    });
    const [dice] = fc.sample(fc.array(fc.nat(99), { minLength: 997, maxLength: 997 }), { numRuns: 1, seed: 7 });
    const logs = (stories ?? []).map((placed, i) => asLog(`s-log-${i}`, placed));
    // All sessions at once, as their host tells them: by turns, each log in its order.
    const longest = Math.max(...logs.map((one) => one.length));
    const told = Array.from({ length: longest }, (_, n) => logs.flatMap((one) => one.slice(n, n + 1))).flat();
    const die = (n: number): number => dice?.[n % 997] ?? 0;

    let running = await world.start('first');
    for (const [n, event] of told.entries()) {
      await world.tell(event);
      if (die(n) < 20) await world.tell(event, 1 + die(n));
      const earlier = told[Math.floor((n * die(n)) / 100)];
      if (die(n) > 90 && earlier) await world.tell(earlier, 200 + n);
      if (die(n) % 10 === 0) await new Promise((resolve) => setTimeout(resolve, die(n) / 4));
      if (n === Math.floor(told.length / 2)) {
        await running.stop();
        running = await world.start('second');
      }
    }
    const expected = new Map(logs.map((one) => [one[0]?.sessionId as string, plain(purely(one))]));
    await eventually(async () => {
      const rows = await world.sessions();
      expect(new Map([...rows].map(([id, session]) => [id, plain(session)]))).toEqual(expected);
    });
    await running.stop();
  }, 60_000);

  it('stop 60 ms into a start ends it, whatever the host was told first', async () => {
    const running = await world.start('third');
    const [sessionId, hostId] = ['s-start' as never, 'h-start' as never];
    await world.beat('h-start', 5_000);
    const start = {
      cli: 'claude',
      cwd: '/repo',
      title: null,
      prompt: null,
      model: null,
      permissionMode: null,
    } as const;
    const given = { requestId: 'rq-start' as RequestId, sessionId, team: 'home' as never, hostId, room: null };
    await eventually(async () => {
      await world.beat('h-start', 5_000);
      expect(await world.request('start', { ...given, ...start })).toEqual({ sessionId });
    });
    await world.request('stop', { requestId: 'rq-stop' as RequestId, sessionId });
    const { card } = await world.request('show', { sessionId });
    expect(card).toMatchObject({ status: 'ended', statusReason: { event: 'stopped before its terminal opened' } });

    const verbs = async () => (await world.commands('h-start')).map(({ event }) => event);
    await eventually(async () => expect(await verbs()).toEqual(['open-terminal', 'stop-terminal']));
    const terminalId = (await world.sessions()).get('s-start')?.terminalId;
    expect(terminalId).toBeNull();
    const [open] = await world.commands('h-start');
    const chosen = open?.event === 'open-terminal' ? open.data.terminalId : ('' as TerminalId);
    await world.tell({ ...eventOf({ what: opened(chosen), seq: 1, t: 6_000 }, 's-start'), hostId });
    await eventually(async () => expect(await verbs()).toEqual(['open-terminal', 'stop-terminal', 'stop-terminal']));
    expect((await world.request('show', { sessionId })).card.status).toBe('ended');
    await running.stop();
  }, 60_000);

  it('X-29 a CLI that has ever sent a PermissionRequest on a host is known; F-34 an answer of no known kind settles nothing', async () => {
    const running = await world.start('fourth');
    const log = asLog('s-quiet', [
      { what: preToolUse('Bash', { id: 'a' }), seq: 2, t: 1_000_100 },
      { what: permissionRequest('Bash', { id: 'a' }), seq: 3, t: 1_000_200 },
    ]);
    for (const event of log) await world.tell({ ...event, hostId: 'h-quiet' as never });
    await eventually(async () => {
      const rows = await rowsOf(world.db, 'select host_id, cli from dialog_reporters');
      expect(rows).toContainEqual({ host_id: 'h-quiet', cli: 'claude' });
    });
    const sessionId = 's-quiet' as never;
    const answer = { requestId: 'rq-answer' as RequestId, sessionId, dialogId: 'dialog-3' as RequestId, by: 'ada' };
    const wrong = world.request('answer', { ...answer, behavior: 'perhaps' as never, message: null });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await world.request('show', { sessionId })).card.requests.map(({ id }) => id)).toEqual(['dialog-3']);
    await running.stop();
  }, 60_000);
});
