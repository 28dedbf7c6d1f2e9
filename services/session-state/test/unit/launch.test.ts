import { describe, expect, it } from '@jest/globals';
import {
  STANDARD_TIMERS,
  type RequestId,
  type SessionEvent,
  type SessionRequest,
  type TerminalId,
} from '@pitwall/contracts';
import { cardOf } from '../../src/core/card-of.js';
import { LAUNCH_GIVEN_UP_MS, giveUpLaunch, launch } from '../../src/core/launch.js';
import { requestedSession } from '../../src/core/new-session.js';
import { reduce } from '../../src/core/reduce.js';
import { stopSession } from '../../src/core/requests.js';
import type { Session } from '../../src/core/session.js';
import { opened, openFailed, sessionStart, terminalClosed, type Happening } from './happenings.js';
import { SHOWN } from './story.js';

const NOW = 1_780_000_100_000;
const TERM = 'term-1' as TerminalId;

const request: SessionRequest<'start'> = {
  requestId: 'req-1' as RequestId,
  sessionId: 's-1' as never,
  team: 'home' as never,
  hostId: 'h-1' as never,
  cli: 'claude',
  cwd: '/home/dev/shop',
  title: null,
  prompt: null,
  model: null,
  permissionMode: null,
  room: null,
};

const launched = (): Session =>
  launch(requestedSession(request, NOW), request, {
    ids: { terminalId: TERM, cliSessionId: '72c1' as never },
    now: NOW,
  }).state;

/** What the host tells after the start, 100 ms apart. */
function after(session: Session, ...happened: Happening[]) {
  let state = session;
  const commands: string[] = [];
  happened.forEach((happening, i) => {
    const envelope = { v: 1, sessionId: state.id, sessionSeq: i + 1, hostId: state.hostId, hostSeq: 10 + i } as const;
    const event = { ...envelope, t: 5_000 + i * 100, at: NOW + i * 100, ...happening } as SessionEvent;
    const reduced = reduce(state, event, STANDARD_TIMERS);
    state = reduced.state;
    commands.push(
      ...reduced.commands.map(({ verb, data }) => `${verb} ${'terminalId' in data ? data.terminalId : ''}`),
    );
  });
  return { state, commands };
}

describe('a session whose terminal was asked for', () => {
  it('S-03 S-10 connects, and says until when it waits for its host', () => {
    expect(cardOf(launched(), SHOWN)).toMatchObject({
      status: 'connecting',
      terminalId: null,
      statusReason: { next: { status: 'ended', at: new Date(NOW + LAUNCH_GIVEN_UP_MS).toISOString() } },
    });
  });

  it('is stopped before it opened: ended at once, and its host is told which terminal', () => {
    const { state, command, effects } = stopSession(launched(), NOW + 60);
    expect(command).toEqual({ verb: 'stop-terminal', data: { sessionId: 's-1', terminalId: 'term-1' } });
    expect(effects).toMatchObject([{ status: 'ended', cause: { event: 'stopped before its terminal opened' } }]);
    expect(stopSession(state, NOW + 70).command).toBeNull();
  });

  it('a stop wins whatever order the host was told in: what opens after all is ended, and shows nothing else', () => {
    const stopped = stopSession(launched(), NOW + 60).state;
    const { state, commands } = after(stopped, opened(), sessionStart(), terminalClosed());
    expect(commands).toEqual(['stop-terminal term-1']);
    expect(state).toMatchObject({ status: 'ended', terminalOpen: false, stopAsked: false });
    expect(after(stopped, opened(), sessionStart()).state.status).toBe('ended');
    expect(after(stopped, openFailed('stopped before it opened')).state).toMatchObject({
      status: 'ended',
      launch: null,
    });
  });

  it('is given up when its host never answers, with the reason', () => {
    expect(giveUpLaunch(launched(), NOW + LAUNCH_GIVEN_UP_MS - 1)).toBeNull();
    const given = giveUpLaunch(launched(), NOW + LAUNCH_GIVEN_UP_MS);
    expect(given?.effects).toMatchObject([
      { status: 'ended', cause: { rule: 'S-09', event: 'terminal not opened: its host did not answer for 90 s' } },
    ]);
    expect(given?.command).toBeNull();
    expect(given && cardOf(given.state, SHOWN).statusReason.next).toBeNull();
  });

  it('is there again when the host comes back with it after all', () => {
    const given = giveUpLaunch(launched(), NOW + LAUNCH_GIVEN_UP_MS);
    const { state, commands } = after(given?.state ?? launched(), opened(), sessionStart());
    expect(commands).toEqual([]);
    expect(state).toMatchObject({ status: 'idle', terminalId: 'term-1', terminalOpen: true });
  });

  it('opens as usual, and is stopped like any other then', () => {
    const { state } = after(launched(), opened());
    expect(state).toMatchObject({ status: 'connecting', launch: null, statusT: 5_000 });
    expect(stopSession(state, NOW).command?.verb).toBe('stop-terminal');
    expect(giveUpLaunch(state, NOW + LAUNCH_GIVEN_UP_MS)).toBeNull();
  });
});
