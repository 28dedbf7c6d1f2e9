import { describe, expect, it } from '@jest/globals';
import {
  STREAMS,
  bodiesBucket,
  cardKey,
  cliSessionId,
  hostId,
  sessionId,
  shardOf,
  subjects,
  terminalId,
} from '@pitwall/contracts';

describe('ids', () => {
  it.each(['72c17e49-e44e-468a-ab4a-d7139174b329', 'a', 'a.b_c-D9', '..', 'x'.repeat(128)])(
    'X-50 takes the session id %j',
    (id) => {
      expect(cliSessionId.safeParse(id).success).toBe(true);
    },
  );

  it.each(['', ' ', 'a b', 'a/b', 'a\n', "a'b", 'a;rm', '$(id)', 'é', 'a\u0000', 'x'.repeat(129), 7, null, undefined])(
    'X-50 refuses the session id %j',
    (id) => {
      expect(cliSessionId.safeParse(id).success).toBe(false);
    },
  );

  it.each([hostId, sessionId, terminalId])(
    'our own ids are one word of a subject, a file name and a URL (%#)',
    (id) => {
      expect(['h4f2a9c01b7de', 'term-1', 'A_b-9', 'x'.repeat(64)].every((one) => id.safeParse(one).success)).toBe(true);
      const refused = ['', '.', 'a.b', '*', '>', 'a b', 'a/b', '../a', 'x'.repeat(65)];
      expect(refused.filter((one) => id.safeParse(one).success)).toEqual([]);
    },
  );
});

/** NATS's own rule: `*` is one word, a closing `>` is one or more. */
const matches = (pattern: string, subject: string): boolean => {
  const want = pattern.split('.');
  const have = subject.split('.');
  const tail = want.at(-1) === '>';
  const fixed = tail ? want.slice(0, -1) : want;
  if (tail ? have.length <= fixed.length : have.length !== fixed.length) return false;
  return fixed.every((word, i) => word === '*' || word === have[i]);
};

const streamsOf = (subject: string): string[] =>
  STREAMS.filter((stream) => stream.subjects.some((pattern) => matches(pattern, subject))).map(({ name }) => name);

describe('subjects', () => {
  const shard = shardOf('h1', 4);

  it('an event stands under its shard, its owner and its name', () => {
    expect(subjects.hostEvent('h1', 'hook', 4)).toBe(`pw.v1.host.${shard}.h1.hook`);
    expect(subjects.sessionEvent('h1', 'linked', 4)).toBe(`pw.v1.session.${shard}.h1.linked`);
    expect(subjects.command('h1', 'check')).toBe('pw.v1.command.h1.check');
  });

  it('a reader of a shard gets the events of its shard and no other', () => {
    expect(matches(subjects.hostShard(shard), subjects.hostEvent('h1', 'hook', 4))).toBe(true);
    expect(matches(subjects.hostShard((shard + 1) % 4), subjects.hostEvent('h1', 'hook', 4))).toBe(false);
    expect(matches(subjects.sessionShard(shard), subjects.sessionEvent('h1', 'hook', 4))).toBe(true);
    expect(matches(subjects.commandsOf('h1'), subjects.command('h2', 'check'))).toBe(false);
  });

  it('a log is kept by its own stream alone', () => {
    expect(streamsOf(subjects.hostEvent('h1', 'hook', 4))).toEqual(['HOST']);
    expect(streamsOf(subjects.sessionEvent('s1', 'hook', 4))).toEqual(['SESSION']);
    expect(streamsOf(subjects.command('h1', 'trim'))).toEqual(['COMMAND']);
  });

  it('terminal bytes, heartbeats, requests and health are in no stream', () => {
    const passing = [
      ...(['out', 'in', 'resize', 'ack'] as const).map((direction) => subjects.terminal('h1', 't1', direction)),
      subjects.heartbeat('h1'),
      subjects.request('session-state', 0, 'send'),
      subjects.directory('team-of-host'),
      subjects.status,
    ];
    expect(passing.flatMap(streamsOf)).toEqual([]);
    expect(matches(subjects.terminalsOf('h1', 'in'), subjects.terminal('h1', 't1', 'in'))).toBe(true);
    expect(matches(subjects.heartbeats, subjects.heartbeat('h1'))).toBe(true);
  });

  it('a card has a key of its own in its team', () => {
    expect(cardKey('home', 's1')).toBe('home.s1');
    expect(bodiesBucket('h1')).toBe('host_h1');
  });
});
