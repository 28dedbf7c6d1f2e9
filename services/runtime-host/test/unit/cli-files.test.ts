import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isStateNews, type SeenState } from '../../src/core/cli-state.js';
import { folderOfTranscript } from '../../src/core/config-folders.js';
import { rolloutChange, rolloutHead } from '../../src/core/rollout-line.js';
import { readSessionFile } from '../../src/core/session-file.js';
import { mainLine } from '../../src/core/transcript-line.js';
import { createWallTimes } from '../../src/core/wall-times.js';

const RECORDED = {
  pid: 7467,
  sessionId: '3adbd79d-8cf5-4666-bdd3-bc2fcceed63e',
  cwd: '/home/dev/project',
  startedAt: 1796069621105,
  procStart: '197404',
  kind: 'interactive',
  entrypoint: 'cli',
  status: 'waiting',
  statusUpdatedAt: 1796069623774,
  waitingFor: 'permission prompt',
};
const read = (record: object) => readSessionFile(JSON.stringify(record));

describe('X-27 Claude’s session file', () => {
  it('is read as recorded', () => {
    expect(read(RECORDED)).toEqual({
      whole: true,
      file: {
        pid: 7467,
        procStart: '197404',
        cliSessionId: RECORDED.sessionId,
        startedAt: 1796069621105,
        isHeadless: false,
        state: 'waiting',
        detail: 'permission prompt',
        since: 1796069623774,
      },
    });
  });

  it('half of it is no file yet; what isn’t one at all is none', () => {
    expect(readSessionFile(JSON.stringify(RECORDED).slice(0, 80))).toEqual({ whole: false });
    expect(readSessionFile('')).toEqual({ whole: false });
    for (const text of ['null', '[]', '7', '{}', '{"pid":1,"sessionId":"x"}', '{"pid":9,"sessionId":"a/../b"}']) {
      expect(readSessionFile(text)).toEqual({ whole: true, file: null });
    }
  });

  it('says nothing with a state or a time that can’t be', () => {
    expect(read({ ...RECORDED, status: 'thinking' })).toMatchObject({ file: { state: null, detail: null } });
    expect(read({ ...RECORDED, status: undefined, entrypoint: 'sdk-cli' })).toMatchObject({
      file: { state: null, isHeadless: true },
    });
    for (const statusUpdatedAt of [0, -1, 1e300, '1796069623774', null]) {
      expect(read({ ...RECORDED, statusUpdatedAt })).toMatchObject({ file: { since: null, state: 'waiting' } });
    }
    expect(read({ ...RECORDED, waitingFor: 'x'.repeat(999) })).toMatchObject({ file: { detail: 'x'.repeat(200) } });
  });
});

describe('X-27 Codex’s rollout', () => {
  const event = (payload: object, type = 'event_msg') =>
    JSON.stringify({ timestamp: '2026-11-30T20:04:50.672Z', type, payload });

  it.each<[object, object]>([
    [{ type: 'task_started' }, { state: 'busy', detail: null }],
    [{ type: 'task_complete' }, { state: 'idle', detail: null }],
    [
      { type: 'turn_aborted', reason: 'interrupted' },
      { state: 'idle', detail: 'interrupted' },
    ],
  ])('%j → %j', (payload, change) => {
    expect(rolloutChange(event(payload))).toEqual({ ...change, since: Date.parse('2026-11-30T20:04:50.672Z') });
  });

  it('a message that speaks of a turn is none', () => {
    expect(rolloutChange(event({ type: 'task_complete' }, 'response_item'))).toBeNull();
    expect(rolloutChange(event({ type: 'message', text: '"type":"task_started"' }))).toBeNull();
    expect(rolloutChange('{"type":"task_started"')).toBeNull();
  });

  it('recorded ones end idle, and their heads tell sessions from subagents and headless runs', () => {
    const folder = join(import.meta.dirname, '../fixtures/rollouts');
    const heads = readdirSync(folder).map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
      const changes = lines.map(rolloutChange).filter((change) => change !== null);
      expect(changes.at(-1)?.state).toBe('idle');
      const head = rolloutHead(lines[0]!)!;
      expect(name).toContain(head.cliSessionId);
      return [head.isSubagent, head.isHeadless];
    });
    expect(heads).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ]);
  });
});

describe('X-27 Claude’s transcript', () => {
  const line = (fields: object) => JSON.stringify({ timestamp: '2026-11-30T19:54:48.006Z', ...fields });
  const said = (text: string) => ({ content: [{ type: 'text', text }] });

  it.each([
    [line({ type: 'user', message: said('[Request interrupted by user]') }), true],
    [line({ type: 'user', message: said('[Request interrupted by user for tool use]') }), true],
    [line({ type: 'user', message: { content: '[Request interrupted by user]' } }), true],
    [line({ type: 'user', message: said('why "[Request interrupted by user]"?') }), false],
    [line({ type: 'assistant', message: said('[Request interrupted by user]') }), false],
  ])('%s → %s', (text, isInterruption) => {
    expect(mainLine(text)).toEqual({ isInterruption, since: Date.parse('2026-11-30T19:54:48.006Z') });
  });

  it('a subagent’s lines and the CLI’s own notes are no main lines', () => {
    expect(
      mainLine(line({ type: 'user', isSidechain: true, message: said('[Request interrupted by user]') })),
    ).toBeNull();
    expect(mainLine(line({ type: 'mode' }))).toBeNull();
    expect(mainLine('{"type":"user","mess')).toBeNull();
    expect(mainLine('null')).toBeNull();
  });

  it('F-66 its folder’s name is never decoded', () => {
    expect(folderOfTranscript('/h/.claude/projects/-a-b-c/1.jsonl')).toBe('/h/.claude');
    expect(folderOfTranscript('/h/other/1.jsonl')).toBeNull();
  });
});

describe('isStateNews', () => {
  const seen = (fields: Partial<SeenState> = {}): SeenState => ({
    ...{ cli: 'claude', cliSessionId: 's', process: null, state: 'idle', detail: null, source: 'session-file' },
    ...{ since: 1000, sinceT: 1000, ...fields },
  });

  it.each<[string, Partial<SeenState>, boolean]>([
    ['the same again', {}, false],
    ['another state', { state: 'busy', since: 1010, sinceT: 1010 }, true],
    ['the same state after one that nobody saw', { since: 1010, sinceT: 1010 }, true],
    ['a file’s own order counts, though its clock was set back', { state: 'busy', since: 400, sinceT: 400 }, true],
    ['the transcript tells of the same change', { source: 'transcript', since: 1900, sinceT: 1900 }, false],
    ['the transcript tells of a later one', { source: 'transcript', since: 9000, sinceT: 9000 }, true],
    ['the transcript is behind', { source: 'transcript', state: 'busy', since: 900, sinceT: 900 }, false],
  ])('%s', (_title, fields, expected) => {
    expect(isStateNews(seen(), seen(fields))).toBe(expected);
  });
});

describe('X-31 createWallTimes', () => {
  it('a file’s time from before a sleep, or before the clock was set, is the host time it had then', () => {
    const times = createWallTimes();
    times.note(100_000, 1_000);
    times.note(160_000, 61_000);
    // Asleep for 100 s: host time stands still.
    times.note(270_000, 71_000);
    expect(times.toHostTime(150_000)).toBe(51_000);
    expect(times.toHostTime(270_500)).toBe(71_500);
    expect(times.toHostTime(50_000)).toBe(-49_000);
  });
});
