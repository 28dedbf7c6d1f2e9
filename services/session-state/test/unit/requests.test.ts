import { describe, expect, it } from '@jest/globals';
import type { RequestId, SessionRequest, TurnId } from '@pitwall/contracts';
import { launch } from '../../src/core/launch.js';
import { answerDialog, ANSWER_PENDING_MS, sendText, stopSession } from '../../src/core/requests.js';
import { requestedSession } from '../../src/core/new-session.js';
import {
  AgentNotHeardYet,
  AlreadyAnswered,
  DialogIsOpen,
  NoAlwaysOffered,
  NotAnswerableHere,
  RequestNotOpen,
  TerminalNotOpen,
} from '../../src/core/refusals.js';
import {
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  requestAnswered,
  requestWithdrawn,
  sessionEnd,
  sessionStart,
  stop,
  subagentStart,
  terminalClosed,
  turnTyped,
  type Happening,
} from './happenings.js';
import { createStage, nothing, play, type Story } from './story.js';

const NOW = 1_780_000_100_000;

/** A session to which all of this happened, a second apart. */
function sessionAfter(...happened: Happening[]) {
  const stage = createStage();
  happened.forEach((happening, i) => stage.at(`${i + 1}s`, happening));
  return stage.session();
}

const suggestion = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test' }],
  behavior: 'allow',
  destination: 'localSettings',
};

const asked = (fields: object = {}) =>
  sessionAfter(prompt(), preToolUse('Bash'), permissionRequest('Bash', { request: 'rq-1', ...fields }));

const answerOf = (behavior: 'allow' | 'allow-always' | 'deny', more: { by?: string; now?: number } = {}) => ({
  dialogId: 'rq-1' as RequestId,
  behavior,
  message: null,
  by: 'ada',
  now: NOW,
  ...more,
});

describe('sending text', () => {
  const send = (session: ReturnType<typeof sessionAfter>) => sendText(session, 'go on', 'turn-1' as TurnId);

  it('Q-01 queues the turn and asks the host to type it', () => {
    const before = sessionAfter(sessionStart());
    const { state, command } = send(before);
    expect(command).toMatchObject({ verb: 'type-turn', data: { turnId: 'turn-1', text: 'go on' } });
    expect(state.turns).toEqual([{ turnId: 'turn-1', kind: 'request', text: 'go on', phase: 'queued' }]);
    expect(state.revision).toBe(before.revision + 1);
    expect(before.turns).toEqual([]);
  });

  it('X-18 F-27 is refused before anything was heard of the agent, with the hint to look at the terminal', () => {
    const silent = createStage();
    silent.at('40s', nothing());
    expect(() => send(silent.session())).toThrow(AgentNotHeardYet);
    expect(new AgentNotHeardYet('s-1').hint).toMatch(/session attach/);
  });

  it('is refused while a dialog is open: the text would answer it', () => {
    expect(() => send(asked())).toThrow(DialogIsOpen);
  });

  it('is refused after the end, and without a terminal', () => {
    expect(() => send(sessionAfter(sessionStart(), sessionEnd()))).toThrow(TerminalNotOpen);
    expect(() => send(sessionAfter(sessionStart(), terminalClosed()))).toThrow(TerminalNotOpen);
  });

  it('Q-01 a typed turn is delivered, and acknowledged by the next typed prompt', () => {
    const stage = createStage();
    stage.at('1s', sessionStart());
    const { state } = send(stage.session());
    expect(state.turns.map((turn) => turn.phase)).toEqual(['queued']);
    const typed = sessionAfter(sessionStart(), turnTyped('turn-1'), prompt('go on'));
    expect(typed.turns).toEqual([]);
  });
});

describe('answering a dialog', () => {
  it.each(['allow', 'deny'] as const)('A-08 %s goes to the host, and who answered is kept', (behavior) => {
    const { state, command } = answerDialog(asked(), answerOf(behavior));
    expect(command).toMatchObject({ verb: 'answer-request', data: { requestId: 'rq-1', behavior } });
    expect(state.calls[0]?.answer).toEqual({ by: 'ada', behavior, at: NOW });
    expect(state.status).toBe('approval');
  });

  it('A-08 allow always hands back the rule that the CLI suggested', () => {
    const { command } = answerDialog(asked({ permission_suggestions: [suggestion] }), answerOf('allow-always'));
    expect(command?.data).toMatchObject({ behavior: 'allow', updatedPermissions: [suggestion] });
  });

  it.each([
    ['offered none', {}],
    ['offered what can’t be told in words', { permission_suggestions: [{ type: 'grantEverything' }] }],
  ])('A-08 allow always is refused where the CLI %s', (_, fields) => {
    expect(() => answerDialog(asked(fields), answerOf('allow-always'))).toThrow(NoAlwaysOffered);
  });

  it('A-08 once: a second answer is told who was first, until the first must be lost', () => {
    const { state } = answerDialog(asked(), answerOf('allow'));
    const second = (now: number) => answerDialog(state, answerOf('deny', { by: 'bob', now }));
    expect(() => second(NOW + ANSWER_PENDING_MS - 1)).toThrow(AlreadyAnswered);
    expect(() => second(NOW + 1)).toThrow(/allow.*by ada/);
    expect(second(NOW + ANSWER_PENDING_MS).command).not.toBeNull();
  });

  it('A-08 an answer after the terminal answered says so', () => {
    const gone = sessionAfter(
      prompt(),
      preToolUse('Bash'),
      permissionRequest('Bash', { request: 'rq-1' }),
      postToolUse('Bash'),
    );
    expect(() => answerDialog(gone, answerOf('allow'))).toThrow(RequestNotOpen);
  });

  it('A-08 what no hook holds open is answered in its terminal, and a guess can’t be answered at all', () => {
    const seen = sessionAfter(prompt(), preToolUse('Bash'), permissionRequest('Bash'));
    const id = seen.calls[0]?.requestId as RequestId;
    expect(() => answerDialog(seen, { ...answerOf('allow'), dialogId: id })).toThrow(NotAnswerableHere);
    const stage = createStage();
    stage.at('1s', preToolUse('Read'));
    stage.at('5s', nothing());
    expect(stage.card().status).toBe('approval');
    expect(() => answerDialog(stage.session(), answerOf('allow'))).toThrow(RequestNotOpen);
  });
});

const opened = ['1s', preToolUse('Bash', { id: 'a' }), 'working'] as const;
const reported = ['2s', permissionRequest('Bash', { id: 'a', request: 'rq-1' }), 'approval'] as const;

const stories: Story[] = [
  {
    title: 'A-08 X-28 an answer of allow closes the dialog and the call goes on',
    rows: [
      opened,
      reported,
      ['3s', requestAnswered('rq-1', 'allow'), 'working', { event: 'answered: allow', requests: [], calls: ['a'] }],
      ['9s', postToolUse('Bash', { id: 'a' }), 'working', { calls: [] }],
    ],
  },
  {
    title: 'A-08 X-28 after a deny it works until the CLI says more',
    rows: [
      opened,
      reported,
      ['3s', requestAnswered('rq-1', 'deny'), 'working', { calls: [] }],
      ['4s', stop(), 'waiting'],
    ],
  },
  {
    title: 'A-08 an answer that came too late says that the terminal was first',
    rows: [
      opened,
      reported,
      ['3s', requestAnswered('rq-1', 'allow', false), 'working', { event: 'answered in the terminal' }],
    ],
  },
  {
    title: 'A-08 an answer to a dialog that has gone changes nothing',
    rows: [
      opened,
      reported,
      ['3s', postToolUse('Bash', { id: 'a' }), 'working'],
      ['4s', stop(), 'waiting'],
      ['5s', requestAnswered('rq-1', 'allow'), 'waiting', { through: [] }],
      ['6s', requestWithdrawn('rq-1'), 'waiting', { through: [] }],
    ],
  },
  {
    title: 'A-08 a dialog dismissed in the terminal ends the turn: no hook says so',
    rows: [
      opened,
      reported,
      [
        '5s',
        requestWithdrawn('rq-1'),
        'waiting',
        { rule: 'A-08', event: 'dialog dismissed in the terminal', calls: [], next: ['idle', '5m5s'] },
      ],
    ],
  },
  {
    title: 'A-08 X-07 a subagent’s dismissed dialog leaves the leader at work and restarts the 15 min',
    rows: [
      ['1s', preToolUse('Agent', { id: 'a' }), 'working'],
      ['2s', subagentStart('sub'), 'working'],
      ['3s', preToolUse('Bash', { agent: 'sub', id: 'b' }), 'working'],
      ['4s', permissionRequest('Bash', { agent: 'sub', id: 'b', request: 'rq-2' }), 'approval'],
      ['5m', requestWithdrawn('rq-2'), 'working', { through: ['working'] }],
      ['19m59s', nothing(), 'working', { next: ['idle', '20m'] }],
    ],
  },
];

describe('what becomes of a dialog', () => {
  it.each(stories)('$title', ({ rows }) => play(rows));
});

describe('starting and stopping', () => {
  const request: SessionRequest<'start'> = {
    requestId: 'req-1' as RequestId,
    sessionId: 's-1' as never,
    team: 'home' as never,
    hostId: 'h-1' as never,
    cli: 'claude',
    cwd: '/home/dev/shop',
    title: '  ',
    prompt: 'fix it',
    model: null,
    permissionMode: 'plan',
    room: 'den',
  };
  const ids = { terminalId: 'term-9' as never, cliSessionId: '72c1' as never };

  it('S-03 a session that was asked for connects, under the name of its folder', () => {
    const session = requestedSession(request, NOW);
    expect(session).toMatchObject({ status: 'connecting', title: 'shop', room: 'den', terminalOpen: false });
    expect(launch(session, request, { ids, now: NOW }).command).toMatchObject({
      verb: 'open-terminal',
      data: { terminalId: 'term-9', cliSessionId: '72c1', prompt: 'fix it', permissionMode: 'plan' },
    });
  });

  it('X-45 only a CLI that takes a session id is given one', () => {
    const codex = { ...request, cli: 'codex' as const };
    expect(launch(requestedSession(codex, NOW), codex, { ids, now: NOW }).command.data).toMatchObject({
      cliSessionId: null,
    });
  });

  it('stopping ends an open terminal, and does nothing twice', () => {
    expect(stopSession(sessionAfter(sessionStart()), NOW).command).toMatchObject({ verb: 'stop-terminal' });
    expect(stopSession(sessionAfter(sessionStart(), terminalClosed()), NOW).command).toBeNull();
    expect(() => stopSession(requestedSession(request, NOW), NOW)).toThrow(TerminalNotOpen);
  });
});
