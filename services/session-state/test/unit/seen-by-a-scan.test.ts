import { describe, expect, it } from '@jest/globals';
import { STANDARD_TIMERS, type SessionEventOf } from '@pitwall/contracts';
import { nextDeadlineT } from '../../src/core/deadlines.js';
import { seenSession } from '../../src/core/new-session.js';
import { reduce } from '../../src/core/reduce.js';

const opened: SessionEventOf<'opened'> = {
  v: 1,
  sessionId: 's-1' as never,
  sessionSeq: 1,
  hostId: 'h-1' as never,
  hostSeq: 7,
  at: 1_000,
  t: 1_000,
  event: 'opened',
  data: {
    team: 'home' as never,
    cli: 'claude',
    cwd: '/repo',
    origin: 'external',
    originLabel: 'tmux',
    terminalId: null,
    process: { pid: 10, startTime: 'then' },
  },
};

describe('an agent that only a look at all processes has found', () => {
  const { state } = reduce(seenSession(opened), opened, STANDARD_TIMERS);

  it('M-03 is idle, and says why', () => {
    expect(state).toMatchObject({ status: 'idle', cause: { rule: 'M-03', event: 'seen by a scan, no hook yet' } });
    expect(nextDeadlineT(state, STANDARD_TIMERS)).toBeNull();
  });

  it('S-09 ends with its process', () => {
    const gone = {
      ...opened,
      hostSeq: 8,
      event: 'process-gone',
      data: { terminalId: null, cliSessionId: null, process: { pid: 10, startTime: 'then' }, lastLines: [] },
    } as SessionEventOf<'process-gone'>;
    expect(reduce(state, gone, STANDARD_TIMERS).state.status).toBe('ended');
  });
});
