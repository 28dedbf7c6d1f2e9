import { cutText, type Card, type Dialog, type Mark, type Timers } from '@pitwall/contracts';
import { alwaysScope } from './always-scope.js';
import { isHeld } from './dialogs.js';
import { nextStatus } from './forecast.js';
import type { Cause, Session, ToolCall } from './session.js';
import { isUserInput, openDialogs } from './show-status.js';

const iso = (at: number): string => new Date(Math.round(at)).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/** The hint of X-18: a screen that waits for the person before the first hook. */
const LOOK_AT_TERMINAL = 'no hook yet: look at the terminal';

const PLAN_TOOLS: ReadonlySet<string> = new Set(['EnterPlanMode', 'ExitPlanMode']);

function kindOf(call: ToolCall): Dialog['kind'] {
  if (PLAN_TOOLS.has(call.tool)) return 'plan';
  return isUserInput(call) ? 'question' : 'permission';
}

/** Only what the CLI reported can be answered; a guess is in the reason (X-32). */
function dialogsOf(session: Session): Dialog[] {
  return openDialogs(session).flatMap((call) =>
    call.flag === 'reported' && call.requestId !== null
      ? [
          {
            id: call.requestId,
            kind: kindOf(call),
            tool: call.tool,
            input: call.input,
            inputRef: call.inputRef,
            askedAt: iso(call.askedAt ?? 0),
            always: alwaysScope(call.suggestion),
            answerable: isHeld(call.requestId),
            subagentId: call.agentId,
          },
        ]
      : [],
  );
}

function marksOf(session: Session): Mark[] {
  const marks: Mark[] = [];
  if (session.hostUnreachable && session.status !== 'ended') marks.push('host-unreachable');
  if (session.hookGap) marks.push('hook-gap');
  return marks;
}

/** X-60: the leader itself rests, and a run of its own keeps the card working. */
function runThatShows({ status, base, baseCause, subagents }: Session): Omit<Cause, 't'> | null {
  const run = subagents.find((one) => one.status === 'running');
  if (status !== 'working' || base === 'working' || !run) return null;
  const event = `subagent ${run.type} at work${run.task === '' ? '' : `: ${cutText(run.task, 100)}`}`;
  return { rule: 'X-60', event, at: Math.max(baseCause.at, run.startedAt), guess: false };
}

/** S-10: what comes by itself; of a terminal that does not open, by the server's clock. */
function nextOf(session: Session, timers: Timers): Card['statusReason']['next'] {
  if (session.launch) return { status: 'ended', at: iso(session.launch.givenUpAt) };
  const next = nextStatus(session, timers);
  return next && { status: next.status, at: iso(next.dueT + session.wallOffset) };
}

/** X-18: the terminal may show a screen that waits for the person before any hook comes. */
const SILENT_RULES: ReadonlySet<string> = new Set(['S-08', 'R-02']);

function reasonOf(session: Session, { timers, reportsDialogs }: CardSettings): Card['statusReason'] {
  const { rule, event, at, guess } = runThatShows(session) ?? session.cause;
  const unheard = session.status === 'idle' && session.silent && SILENT_RULES.has(rule);
  return {
    rule,
    event: unheard ? `${event}: ${LOOK_AT_TERMINAL}` : event,
    at: iso(at),
    guess,
    quiet: guess && reportsDialogs(session),
    next: nextOf(session, timers),
  };
}

export interface CardSettings {
  readonly timers: Timers;
  /** X-29: whether that CLI has ever sent a PermissionRequest on that host. */
  readonly reportsDialogs: (session: Pick<Session, 'hostId' | 'cli'>) => boolean;
}

/** The session as the board shows it. */
export function cardOf(session: Session, settings: CardSettings): Card {
  return {
    id: session.id,
    team: session.team,
    title: session.title,
    cli: session.cli,
    origin: session.origin,
    originLabel: session.originLabel,
    hostId: session.hostId,
    terminalId: session.terminalId,
    cliSessionId: session.cliSessionId,
    cwd: session.cwd,
    model: session.model,
    effort: session.effort,
    permissionMode: session.permissionMode,
    status: session.status,
    statusReason: reasonOf(session, settings),
    lifecycle: null,
    marks: marksOf(session),
    match: session.match,
    runs: session.runs.map((run) => ({ ...run, startedAt: iso(run.startedAt), endedAt: isoOrNull(run.endedAt) })),
    subagents: session.subagents.map(({ id, type, task, status, toolCount, startedAt, endedAt, transcriptPath }) => ({
      id,
      type,
      task: cutText(task, 500),
      status,
      toolCount,
      startedAt: iso(startedAt),
      endedAt: isoOrNull(endedAt),
      transcriptPath,
    })),
    agentTeam: session.agentTeam && {
      leaderId: session.agentTeam.leaderId,
      memberIds: session.agentTeam.members.map((member) => member.sessionId),
    },
    requests: dialogsOf(session),
    now: session.now,
    queue: session.turns.map(({ turnId, kind, text, phase }) => ({ turnId, kind, text, phase })),
    room: session.room,
    archived: false,
    shared: true,
    handsOff: false,
    central: false,
    memoryBytes: null,
    memoryMeasure: null,
    projects: [],
    agent: null,
    sourceSessionId: null,
    createdAt: iso(session.createdAt),
    lastSignalAt: iso(session.lastSignalAt),
    revision: session.revision,
  };
}
