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

/** The words for people of what an event did. */
export const causeOf = (event: { readonly t: number; readonly at: number }, rule: string, label: string): Cause => ({
  rule,
  event: label,
  at: event.at,
  t: event.t,
  guess: false,
});

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
  /** Whether its silence may mean a dialog: not in modes without dialogs, and not once it was answered. */
  asks: boolean;
  /** When its timer runs out or its children are looked at; null: neither. */
  dueT: number | null;
}

export interface SubagentRun {
  readonly id: string;
  readonly type: string;
  task: string;
  /** The Agent call that started it, where known. */
  readonly callId: string | null;
  readonly startedAt: number;
  readonly startedSeq: number;
  /** Its transcript on the host, where a hook named it or its place is known. */
  transcriptPath: string | null;
  status: 'running' | 'done' | 'failed';
  background: boolean;
  toolCount: number;
  /** The newest calls that were counted, so that none counts twice. */
  counted: string[];
  endedAt: number | null;
  /** Place of its SubagentStop: what is older opens no call any more; null: none was seen. */
  endedSeq: number | null;
}

/** A SubagentStop of a run that nobody has seen begin; its late events must not bring it to life. */
export interface LoneStop {
  readonly agentId: string;
  readonly seq: number;
  readonly at: number;
}

/** What the CLI itself said last of what it does. */
export interface CliState {
  readonly cliSessionId: CliSessionId;
  readonly state: 'busy' | 'idle' | 'shell' | 'waiting';
  readonly sinceT: number;
  /** Place of the event that told it. */
  readonly seq: number;
}

/** A terminal that was asked for and has not opened yet. */
export interface Launch {
  readonly terminalId: TerminalId;
  /** Server time, epoch ms, at which it is given up. */
  readonly givenUpAt: number;
}

export interface AgentTeam {
  readonly leaderId: SessionId;
  readonly members: readonly { readonly sessionId: SessionId; readonly endedT: number | null }[];
  /** Place of the event that told it. */
  readonly seq: number;
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
  launch: Launch | null;
  /** A person stopped it before its terminal opened: what opens or reports after that is ended, not shown. */
  stopAsked: boolean;
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
  /** Host time of that hook or fact; of a cli-state the time since when it holds. */
  baseT: number;
  /** A cli-state set it: then times, not places in the log, say what is older. */
  baseByState: boolean;
  /** What the card shows. */
  status: Status;
  cause: Cause;
  /** Since when the card shows it, host time. */
  statusT: number;

  calls: ToolCall[];
  /** Places of the newest end of a turn, and of the newest end or beginning of an agent: what is older is closed. */
  turnOverSeq: number;
  allOverSeq: number;
  /** When each agent last began a call, by its id; '' is the main agent: what is a second older was outrun. */
  lastCallT: Record<string, number>;
  /** Ids of calls whose end was seen, newest last: their second PostToolUse is a duplicate. */
  endedCalls: string[];
  subagents: SubagentRun[];
  loneStops: LoneStop[];
  cliState: CliState | null;
  /** A line that resumes a conversation was typed, and nothing has come of it yet. */
  resuming: boolean;
  agentTeam: AgentTeam | null;
  runs: CliRun[];
  /** The newest run's agent is known to have ended; the next SessionStart begins another. */
  runOver: boolean;
  /** Prompts that were seen, newest last: a second report of one is a duplicate. */
  prompts: string[];
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
/** Enough for the duplicates and late events of runs and prompts that are hardly over. */
export const RECENT_KEPT = 16;

/** A copy whose own lists and entries may be changed without touching the original. */
export function draftOf(session: Session): Session {
  return {
    ...session,
    calls: session.calls.map((call) => ({ ...call })),
    endedCalls: [...session.endedCalls],
    subagents: session.subagents.map((run) => ({ ...run, counted: [...run.counted] })),
    lastCallT: { ...session.lastCallT },
    loneStops: [...session.loneStops],
    prompts: [...session.prompts],
    runs: session.runs.map((run) => ({ ...run })),
    turns: session.turns.map((turn) => ({ ...turn })),
  };
}
