import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Cli, HookData } from '@pitwall/contracts';
import { playRecording, readLines, type Expected, type Line } from './replay.js';

const RECORDINGS = join(import.meta.dirname, '../../../../e2e/recordings');

const HEADLESS: Partial<HookData> = { hasTty: false };
/** what the host leaves out of hooks that come from Codex's shared daemon. */
const OF_THE_DAEMON: Partial<HookData> = { terminalId: null, process: null };

/** Facts that these recordings' environments don't carry. */
const UNRECORDED: Record<string, (line: Line) => Partial<HookData>> = {
  exec: () => HEADLESS,
  'exec-resume': () => HEADLESS,
  'http-hooks': (line) => (line.payload['session_id'] === 'e731c7ab-115c-47d7-a5f2-0cc404588f26' ? HEADLESS : {}),
  'shared-daemon': () => OF_THE_DAEMON,
};

const stories = readdirSync(RECORDINGS).flatMap((version) =>
  readdirSync(join(RECORDINGS, version))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => ({ version, cli: version.split('-')[0] as Cli, name: file.replace(/\.jsonl$/, '') })),
);

/** A notification program's message is no hook: nothing to play. */
const NOT_HOOKS = new Set(['notify']);

describe.each(stories)('$version $name', ({ version, cli, name }) => {
  const lines = readLines(join(RECORDINGS, version, `${name}.jsonl`));
  const file = join(RECORDINGS, version, 'expected', `${name}.json`);

  it('plays without an error', () => {
    const blank: Expected = { t0: lines[0]?.at ?? '', host: [], cards: [], drops: [] };
    const played = playRecording(lines, blank, cli);
    expect(played.cards.every((card) => card.revision > 0)).toBe(true);
  });

  if (!existsSync(file) || NOT_HOOKS.has(name)) return;
  const expected = JSON.parse(readFileSync(file, 'utf8')) as Expected;
  const t0 = Date.parse(expected.t0);
  const played = playRecording(lines, expected, cli, { unrecorded: UNRECORDED[name] ?? (() => ({})) });

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
