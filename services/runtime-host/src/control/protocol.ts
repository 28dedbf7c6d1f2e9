import type { Cli, HostFact, ProcessIdentity } from '@pitwall/contracts';

/** Grows when a daemon could no longer talk to an older pty-host. Shown, and an old one is kept (its terminals live). */
export const PROTOCOL_VERSION = 1;

export interface Hello {
  version: number;
  pid: number;
  hostId: string;
  hookPort: number;
  bootId: string;
  /** Host time = the machine's monotonic ms + this. */
  anchor: number;
}

export interface OpenParams {
  commandId: string;
  terminalId: string;
  sessionId: string | null;
  cli: Cli;
  cliSessionId: string | null;
  cwd: string;
  cols: number;
  rows: number;
  env: Record<string, string | undefined>;
  shell: string | null;
  hookToken: string;
  /** Typed into the shell once it's there. */
  line: string;
}

export interface TypeParams {
  commandId: string;
  terminalId: string;
  sessionId: string;
  turnId: string;
  text: string;
}

export interface AnswerParams {
  commandId: string;
  sessionId: string;
  requestId: string;
  behavior: 'allow' | 'deny';
  message: string | null;
  updatedPermissions?: unknown[] | null;
}

export interface TerminalRow {
  terminalId: string;
  sessionId: string | null;
  cli: Cli;
  cwd: string;
  cols: number;
  rows: number;
  shell: ProcessIdentity;
  /** Host time of the last output, ms. */
  lastOutputT: number | null;
}

/** An agent's process that hooks or a launch have shown. */
export interface TrackedProcess {
  process: ProcessIdentity;
  terminalId: string | null;
  cliSessionId: string | null;
}

/** A conversation that hooks have shown. */
export interface SeenSession {
  cli: Cli;
  cliSessionId: string;
  transcriptPath: string | null;
  process: ProcessIdentity | null;
}

export interface HostStats {
  log: {
    next: number;
    oldest: number;
    unwritten: number;
    bytes: number;
    bad: number;
    writeFailures: number;
    dropped: number;
  };
  hooks: { received: number; refused: Record<string, number> };
  terminals: number;
  held: number;
  rssBytes: number;
}

/** What the daemon asks of pty-host: parameters and result per method. Bytes go in the frame's body. */
export interface Methods {
  open: { params: OpenParams; result: { opened: boolean } };
  type: { params: TypeParams; result: { outcome: 'typed' | 'refused' | 'already' } };
  resize: { params: { terminalId: string; cols: number; rows: number }; result: { resized: boolean } };
  kill: { params: { terminalId: string }; result: { ended: boolean } };
  list: {
    params: Record<string, never>;
    result: { terminals: TerminalRow[]; processes: TrackedProcess[]; sessions?: SeenSession[] };
  };
  /** An agent's process that the daemon found; http hooks have none of their own. */
  'note-agent': { params: { process: ProcessIdentity; cliSessionId: string | null }; result: null };
  /** Waits up to `waitMs` for an event at or after `from`; the body holds the records, a line each. */
  log: {
    params: { from: number; maxBytes: number; waitMs: number };
    result: { oldest: number; next: number; trimmed: number };
  };
  append: { params: { commandId: string | null; fact: HostFact }; result: { hostSeq: number | null } };
  answer: { params: AnswerParams; result: { delivered: boolean } };
  /** The body draws the screen on an empty terminal of that size. */
  screen: {
    params: { terminalId: string; maxBytes: number };
    result: { offset: number; cols: number; rows: number } | null;
  };
  'last-lines': { params: { terminalId: string; count: number }; result: { lines: string[] } };
  watch: { params: { terminalId: string }; result: { offset: number } | null };
  unwatch: { params: { terminalId: string }; result: null };
  trim: { params: { through: number }; result: null };
  stats: { params: Record<string, never>; result: HostStats };
  /** Ends all terminals first when `terminals` is true. */
  shutdown: { params: { terminals: boolean }; result: null };
}
export type Method = keyof Methods;

/** What pty-host tells without being asked; `output` has its bytes in the body. */
export type HostNotice =
  | { notice: 'output'; terminalId: string; offset: number }
  /** The daemon didn't keep up: output was left out, ask for the screen again. */
  | { notice: 'skipped'; terminalId: string }
  | { notice: 'opened'; terminalId: string }
  | { notice: 'closed'; terminalId: string }
  | { notice: 'tracked'; tracked: TrackedProcess }
  | { notice: 'session'; session: SeenSession };

/** Keys for a terminal: in the body, without a reply. */
export interface WriteNotice {
  notice: 'write';
  terminalId: string;
}
