import type {
  CliSessionId,
  Cli,
  HostId,
  MatchStep,
  NowLine,
  ProcessIdentity,
  RequestId,
  SessionId,
  Status,
  TeamId,
  TerminalId,
  TurnId,
} from '@pitwall/contracts';

/** Times named `…T` are host time in ms (see the host log); those named `…At` are wall clock, epoch ms, for people. */

/** What set a status: a row of a table, and the event or timer behind it (S-10). */
export interface Cause {
  readonly rule: string;
  readonly event: string;
  readonly at: number;
  readonly t: number;
  readonly guess: boolean;
}

export type ToolClass = 'fast' | 'user-input' | 'medium' | 'slow';

/** Why a call counts as a dialog: the CLI said so, or a timer ran out and nothing else is known. */
export type Flag = 'reported' | 'guess';

/** A tool call between its PreToolUse and its end; a PermissionRequest without a call is one of its own. */
export interface ToolCall {
  readonly id: string;
  /** The subagent that made it; null for the main agent. */
  readonly agentId: string | null;
  readonly tool: string;
  readonly input: unknown;
  readonly inputRef: string | null;
  readonly beganT: number;
  readonly beganSeq: number;
  flag: Flag | null;
  flaggedT: number | null;
  askedAt: number | null;
  /** Set while the dialog can be answered from outside. */
  requestId: RequestId | null;
  /** An answer given through Pitwall that is under way; `at`: server time, epoch ms. */
  answer: { by: string; behavior: 'allow' | 'allow-always' | 'deny'; at: number } | null;
  /** The rule that the CLI suggests for "allow always", as it gave it. */
  suggestion: unknown;
  /** When its timer runs out; null: no timer (reported, answered, or a mode without dialogs). */
  dueT: number | null;
}

export interface SubagentRun {
  readonly id: string;
  readonly type: string;
  readonly task: string;
  /** The Agent call that started it, where known. */
  readonly callId: string | null;
  readonly startedAt: number;
  status: 'running' | 'done' | 'failed';
  background: boolean;
  toolCount: number;
  endedAt: number | null;
}

export interface CliRun {
  readonly cliSessionId: CliSessionId;
  readonly startedAt: number;
  endedAt: number | null;
}

export interface Turn {
  readonly turnId: TurnId;
  readonly kind: 'request';
  readonly text: string;
  phase: 'queued' | 'delivered' | 'failed';
}

export interface Session {
  readonly id: SessionId;
  readonly team: TeamId;
  readonly hostId: HostId;
  cli: Cli;
  cwd: string;
  title: string;
  origin: 'terminal' | 'external';
  originLabel: string | null;
  room: string | null;
  terminalId: TerminalId | null;
  terminalOpen: boolean;
  cliSessionId: CliSessionId | null;
  match: { step: MatchStep; evidence: string } | null;
  process: ProcessIdentity | null;
  model: string | null;
  effort: string | null;
  permissionMode: string | null;

  /** What the main agent does, by its hooks and timers. The card shows it with dialogs and subagents laid over it. */
  base: Status;
  baseCause: Cause;
  /** Sequence of the newest hook or host fact that set `base`; a timer never counts. */
  baseSeq: number;
  /** What the card shows. */
  status: Status;
  cause: Cause;
  /** Since when the card shows it, host time. */
  statusT: number;

  calls: ToolCall[];
  /** Ids of calls whose end was seen, newest last: their second PostToolUse is a duplicate. */
  endedCalls: string[];
  subagents: SubagentRun[];
  runs: CliRun[];
  turns: Turn[];
  now: NowLine | null;

  /** No hook and no cli-state has been seen in this terminal yet. */
  silent: boolean;
  lastHookT: number;
  lastOutputT: number | null;
  /** Start of S-05 and S-07: the newest Stop, the newest signal. */
  lastStopT: number | null;
  lastSignalT: number;
  lastSignalAt: number;
  /** Wall clock minus host time at the newest event: turns host times into times for people. */
  wallOffset: number;
  hostUnreachable: boolean;
  hookGap: boolean;
  createdAt: number;
  revision: number;
}

export const TITLE_MAX = 200;
/** The present run and five earlier ones. */
export const RUNS_KEPT = 6;
/** Enough for the duplicates of one turn's calls. */
export const ENDED_CALLS_KEPT = 64;
export const SUBAGENTS_KEPT = 50;

/** A copy whose own lists and entries may be changed without touching the original. */
export function draftOf(session: Session): Session {
  return {
    ...session,
    calls: session.calls.map((call) => ({ ...call })),
    endedCalls: [...session.endedCalls],
    subagents: session.subagents.map((run) => ({ ...run })),
    runs: session.runs.map((run) => ({ ...run })),
    turns: session.turns.map((turn) => ({ ...turn })),
  };
}
