import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { STANDARD_TIMERS, type Card, type Cli } from '@pitwall/contracts';
import { cardOf } from '../../src/core/card-of.js';
import type { Session } from '../../src/core/session.js';
import { readLines, type Expected } from './recording.js';
import { playRecording, type Player } from './replay.js';

const RECORDINGS = join(import.meta.dirname, '../../../../e2e/recordings');

const stories = readdirSync(RECORDINGS).flatMap((version) =>
  readdirSync(join(RECORDINGS, version))
    .filter(
      (file) =>
        file.endsWith('.jsonl') && existsSync(join(RECORDINGS, version, 'expected', file.replace('.jsonl', '.json'))),
    )
    .map((file) => ({ version, cli: version.split('-')[0] as Cli, name: file.replace(/\.jsonl$/, '') })),
);

const settings = { timers: STANDARD_TIMERS, reportsDialogs: () => false };

/** What people see of a card, but for how it was linked and how often it was written. */
const contentOf = (session: Session): Card => ({ ...cardOf(session, settings), match: null, revision: 0 });

/** Away and back at once, for every card that shows a conversation. */
function awayAndBack(player: Player, t: number): void {
  for (const before of player.sessions()) {
    // What an earlier conversation of the card left behind, such as its subagents, stays behind for good.
    if (before.terminalId === null || before.cliSessionId === null || before.runs.length > 1) continue;
    const room = player.relink(before.id, null, t);
    player.relink(room, before.id, t);
    const now = player.sessions().find(({ id }) => id === before.id);
    expect(now && contentOf(now)).toEqual(contentOf(before));
  }
}

describe.each(stories)('$version $name', ({ version, cli, name }) => {
  const lines = readLines(join(RECORDINGS, version, `${name}.jsonl`));
  const expected = JSON.parse(readFileSync(join(RECORDINGS, version, 'expected', `${name}.json`), 'utf8')) as Expected;

  it('M-06 linked away and back at any moment, a card shows what it showed before', () => {
    playRecording(lines, expected, cli, {
      after: (player, n, t) => {
        if (n % 5 === 3) awayAndBack(player, t);
      },
    });
  });
});
