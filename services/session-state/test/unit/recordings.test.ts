import { describe, expect, it } from '@jest/globals';
import { readRecordings, type Expected } from './recording.js';
import { playRecording } from './replay.js';

describe.each(readRecordings())('$version $name', ({ cli, lines, expected, unrecorded }) => {
  it('plays without an error', () => {
    const blank: Expected = { t0: lines[0]?.at ?? '', host: [], cards: [], drops: [] };
    const played = playRecording(lines, blank, cli);
    expect(played.cards.every((card) => card.revision > 0)).toBe(true);
  });

  if (!expected) return;
  const t0 = Date.parse(expected.t0);
  const played = playRecording(lines, expected, cli, { unrecorded });

  it('shows the statuses of the expected timeline, at their times', () => {
    const timelines = [...played.timelines.values()].map((timeline) =>
      timeline.map(({ at, status }) => `${at - t0} ${status}`),
    );
    expect(timelines).toEqual(expected.cards.map((card) => card.timeline.map(({ at, status }) => `${at} ${status}`)));
  });

  it('links the right conversations by the right step', () => {
    const cards = played.cards.map((card) => ({
      match: card.match?.step ?? null,
      session: card.cliSessionId,
      runs: card.runs.map((run) => ({
        session: run.cliSessionId,
        startedAt: run.startedAt - t0,
        endedAt: run.endedAt === null ? null : run.endedAt - t0,
      })),
      subagents: card.subagents.map((run) => run.status),
    }));
    expect(cards).toEqual(
      expected.cards.map(({ match, session, runs, subagents }) => ({
        match,
        session,
        runs,
        subagents: subagents.map((run) => run.status),
      })),
    );
  });

  it('knows who leads whom, from when until when', () => {
    const named = new Map(played.cards.map((card, i) => [card.id, `c${i + 1}`]));
    const teams = played.teams.map(({ leaderId, members, linkedBy, appeared, disappeared }) => ({
      leader: named.get(leaderId),
      members: members.map((id) => named.get(id)),
      linkedBy: linkedBy[0],
      appeared: appeared - t0,
      disappeared: disappeared === null ? null : disappeared - t0,
    }));
    expect(teams).toEqual(expected.teams ?? []);
  });

  it('drops what belongs to no card, with the reason', () => {
    const drops = expected.drops.map(({ session, reason, count }) => [`${session} ${reason}`, count]);
    expect([...played.drops].sort()).toEqual(drops.sort());
  });
});
