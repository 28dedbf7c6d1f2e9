import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  hookPayload,
  type Cli,
  type CliSessionId,
  type HookData,
  type HostFact,
  type TerminalId,
} from '@pitwall/contracts';
import type { Children } from './answer-check.js';

const RECORDINGS = join(import.meta.dirname, '../../../../e2e/recordings');

export interface ExpectedHostEvent {
  at: number;
  type: string;
  terminal?: string;
  cli?: Cli;
  cwd?: string;
  session?: string;
  toolUse?: string;
  alive?: boolean;
  state?: 'busy' | 'idle' | 'shell' | 'waiting';
  /** Since when the CLI's own file says so, ms after the recording's beginning. */
  since?: number;
}

export interface Expected {
  t0: string;
  host: ExpectedHostEvent[];
  cards: {
    match: string | null;
    session: string | null;
    status: string;
    runs: { session: string; startedAt: number; endedAt: number | null }[];
    subagents: { status: string; toolCount?: number; tools?: number }[];
    timeline: { at: number; status: string; rule: string; event: string }[];
  }[];
  teams?: { leader: string; members: string[]; linkedBy: string; appeared: number; disappeared: number }[];
  drops: { session: string; reason: string; count: number }[];
}

export interface Line {
  at: string;
  ppid?: number;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  payload: Record<string, unknown>;
}

export const readLines = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const hookOf = (line: Line, cli: Cli): HookData | null => {
  const payload = hookPayload.safeParse(line.payload);
  if (!payload.success) return null;
  const env = line.env ?? {};
  return {
    cli,
    payload: payload.data,
    via: line.headers ? 'http' : 'command',
    terminalId: (env['AGENT_MANAGER_TERMINAL_ID'] ?? line.headers?.['x-terminal'] ?? null) as TerminalId | null,
    folder: payload.data.cwd ?? null,
    entrypoint: env['CLAUDE_CODE_ENTRYPOINT'] ?? null,
    parentSession: null,
    termProgram: env['TERM_PROGRAM'] ?? null,
    process: cli === 'codex' && line.ppid !== undefined ? { pid: line.ppid, startTime: '1' } : null,
    hasTty: null,
    ancestors: [],
    requestId: null,
    truncated: false,
  };
};

const hostFact = (event: ExpectedHostEvent, cli: Cli, t0: number): HostFact | null => {
  switch (event.type) {
    case 'terminal-opened':
      return {
        event: 'terminal-opened',
        data: {
          terminalId: event.terminal as TerminalId,
          sessionId: null,
          cli: event.cli ?? 'claude',
          cwd: event.cwd ?? '/',
          cliSessionId: null,
          shell: { pid: 1000, startTime: '1' },
        },
      };
    case 'terminal-closed':
      return {
        event: 'terminal-closed',
        data: { terminalId: event.terminal as TerminalId, cause: 'exit', exitCode: 0, signal: null },
      };
    case 'process-gone':
      return {
        event: 'process-gone',
        data: {
          terminalId: (event.terminal ?? null) as TerminalId | null,
          cliSessionId: (event.session ?? null) as CliSessionId | null,
          process: { pid: 1001, startTime: '1' },
          lastLines: [],
        },
      };
    case 'cli-state':
      return {
        event: 'cli-state',
        data: {
          cliSessionId: event.session as CliSessionId,
          state: event.state ?? 'idle',
          sinceT: t0 + (event.since ?? event.at),
          cli,
          process: null,
          source: 'session-file',
          detail: null,
        },
      };
    default:
      return null;
  }
};

/** What a host tells, at its time; null for a line that is no hook. */
export interface Input {
  readonly t: number;
  readonly fact: HostFact | null;
}

/** The lines of a recording beside the host events that its expectation lists, in order. */
export function inputsOf(
  lines: readonly Line[],
  expected: Expected,
  { cli, unrecorded }: { cli: Cli; unrecorded: (line: Line) => Partial<HookData> },
): Input[] {
  const t0 = Date.parse(expected.t0);
  return [
    ...expected.host.map((event) => ({ t: t0 + event.at, fact: hostFact(event, cli, t0) })),
    ...lines.map((line) => {
      const data = hookOf(line, cli);
      const fact: HostFact | null = data && { event: 'hook', data: { ...data, ...unrecorded(line) } };
      return { t: Date.parse(line.at), fact };
    }),
  ].sort((a, b) => a.t - b.t);
}

/** A probe's answer counts for a question up to 20 ms before it; without one the host can't tell. */
export function childrenOf(expected: Expected): Children {
  const t0 = Date.parse(expected.t0);
  const probes = expected.host.filter((event) => event.type === 'children-probed');
  return (callId, t) => {
    const known = probes.filter((probe) => probe.toolUse === callId && t0 + probe.at - 20 <= t);
    const answer = known.at(-1);
    return { alive: answer?.alive ?? null, t: answer ? Math.max(t, t0 + answer.at) : t };
  };
}

const HEADLESS: Partial<HookData> = { hasTty: false };
/** what the host leaves out of hooks that come from Codex's shared daemon. */
const OF_THE_DAEMON: Partial<HookData> = { terminalId: null, process: null };

/** Facts that these recordings' environments don't carry. */
const UNRECORDED: Readonly<Record<string, (line: Line) => Partial<HookData>>> = {
  exec: () => HEADLESS,
  'exec-resume': () => HEADLESS,
  'http-hooks': (line) => (line.payload['session_id'] === 'e731c7ab-115c-47d7-a5f2-0cc404588f26' ? HEADLESS : {}),
  'shared-daemon': () => OF_THE_DAEMON,
};

/** A notification program's message is no hook: nothing to play. */
const NOT_HOOKS = new Set(['notify']);

export interface Recording {
  readonly version: string;
  readonly cli: Cli;
  readonly name: string;
  readonly lines: Line[];
  /** Null where nobody has worked out what its cards must show. */
  readonly expected: Expected | null;
  /** What a host knows beside a line. */
  readonly unrecorded: (line: Line) => Partial<HookData>;
}

function readRecording(version: string, name: string): Recording {
  const folder = join(RECORDINGS, version);
  const file = join(folder, 'expected', `${name}.json`);
  const isKnown = existsSync(file) && !NOT_HOOKS.has(name);
  return {
    ...{ version, name, cli: version.split('-')[0] as Cli },
    lines: readLines(join(folder, `${name}.jsonl`)),
    expected: isKnown ? (JSON.parse(readFileSync(file, 'utf8')) as Expected) : null,
    unrecorded: UNRECORDED[name] ?? (() => ({})),
  };
}

/** What real agents sent, by the version of their CLI. */
export const readRecordings = (): Recording[] =>
  readdirSync(RECORDINGS).flatMap((version) =>
    readdirSync(join(RECORDINGS, version))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => readRecording(version, file.replace(/\.jsonl$/, ''))),
  );
