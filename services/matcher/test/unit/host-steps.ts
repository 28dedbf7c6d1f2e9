import { expect } from '@jest/globals';
import {
  STANDARD_TIMERS,
  type AgentFound,
  type Cli,
  type CliSessionId,
  type CommandId,
  type HookData,
  type HostEvent,
  type HostFact,
  type HostId,
  type SessionId,
  type TeamId,
  type TerminalId,
} from '@pitwall/contracts';
import { createHostWork, type HostWork, type LoggedFact } from '../../src/core/host-work.js';
import { route, type Routed, type Rules } from '../../src/core/route.js';

/** What a step of a story must lead to. */
export interface Leads {
  /** The card that gets the event; null: none. A new card is named after its step: `new-<n>`. */
  card?: string | null;
  /** How it was linked; absent where the conversation was linked before. */
  step?: string;
  evidence?: RegExp;
  dropped?: string;
  /** Events of the sessions' logs that come of it. */
  facts?: string[];
  /** The same with the card that each goes to. */
  told?: string[];
  originLabel?: string;
}

/** `t`: host time of it; absent: as many seconds as its number in the story. */
export type HostStep = readonly [fact: HostFact, leads: Leads, t?: number];

interface From {
  terminal?: string;
  pid?: number;
  agent?: string;
  cli?: Cli;
  cwd?: string;
  more?: Partial<HookData>;
  [field: string]: unknown;
}

export const process = (pid: number) => ({ pid, startTime: `started-${pid}` });

/** A hook of conversation `id`; fields beside the named ones stand in its payload. */
export function hook(
  name: string,
  id: string,
  { terminal, pid, agent, cli, cwd, more, ...fields }: From = {},
): HostFact {
  const data: HookData = {
    cli: cli ?? 'claude',
    payload: {
      session_id: id as CliSessionId,
      hook_event_name: name,
      cwd: cwd ?? '/repo',
      ...(agent === undefined ? {} : { agent_id: agent }),
      ...fields,
    },
    via: 'command',
    terminalId: (terminal ?? null) as TerminalId | null,
    folder: cwd ?? '/repo',
    entrypoint: 'cli',
    parentSession: null,
    termProgram: null,
    process: pid === undefined ? null : process(pid),
    hasTty: true,
    ancestors: [],
    requestId: null,
    truncated: false,
    ...more,
  };
  return { event: 'hook', data };
}

interface Opening {
  chosen?: string;
  cli?: Cli;
  cwd?: string;
  /** Pid of its shell. */
  shell?: number;
  /** An existing card that it belongs to. */
  card?: string;
}

/** A terminal of ours; its card is `card-of-<terminal>`. */
export const opened = (terminal: string, { chosen, cli, cwd, shell, card }: Opening = {}): HostFact => ({
  event: 'terminal-opened',
  data: {
    terminalId: terminal as TerminalId,
    sessionId: (card ?? `card-of-${terminal}`) as SessionId,
    cli: cli ?? 'claude',
    cwd: cwd ?? '/repo',
    cliSessionId: (chosen ?? null) as CliSessionId | null,
    shell: process(shell ?? 1),
  },
});
export const closed = (terminal: string): HostFact => ({
  event: 'terminal-closed',
  data: { terminalId: terminal as TerminalId, cause: 'exit', exitCode: 0, signal: null },
});
export const gone = (pid: number, terminal: string | null = null): HostFact => ({
  event: 'process-gone',
  data: { terminalId: terminal as TerminalId | null, cliSessionId: null, process: process(pid), lastLines: [] },
});

export const seen = (terminal: string, pid: number): HostFact => ({
  event: 'process-seen',
  data: { terminalId: terminal as TerminalId, process: process(pid) },
});
export const resumeTyped = (terminal: string, card: string, id: string): HostFact => ({
  event: 'resume-typed',
  data: {
    terminalId: terminal as TerminalId,
    sessionId: card as SessionId,
    cliSessionId: id as CliSessionId,
    commandId: 'command' as CommandId,
  },
});
export const cliState = (id: string): HostFact => ({
  event: 'cli-state',
  data: {
    cliSessionId: id as CliSessionId,
    state: 'idle',
    sinceT: 0,
    cli: 'claude',
    process: null,
    source: 'session-file',
    detail: null,
  },
});
export const checked = (card: string, processAlive: boolean | null): HostFact => ({
  event: 'checked',
  data: { checkId: 'c', sessionId: card as SessionId, processAlive, children: [], lastOutputT: null, cliState: null },
});

type Found = Partial<Omit<AgentFound, 'process' | 'ancestors'>> & { pid: number; under?: number[] };

/** A look at all processes. */
export const scanned = (...agents: Found[]): HostFact => ({
  event: 'agents-scanned',
  data: {
    agents: agents.map(({ pid, under = [], ...more }) => ({
      cli: 'claude',
      process: process(pid),
      folder: '/repo',
      cliSessionId: null,
      parentSession: null,
      termProgram: null,
      ancestors: under.map((one) => ({ ...process(one), command: 'sh' })),
      ...more,
    })),
  },
});

export const RULES: Rules = {
  timers: STANDARD_TIMERS,
  newSessionId: ({ hostSeq }, n = 0) => `new-${hostSeq}${n === 0 ? '' : `-${n}`}` as SessionId,
};

export const blankHost = (): HostWork =>
  createHostWork({ hostId: 'h-1' as HostId, team: 'home' as TeamId, terminals: [], cards: [] });

export const placed = (fact: HostFact, n: number, t = n * 1_000): HostEvent => ({
  v: 1,
  hostId: 'h-1' as HostId,
  hostSeq: n,
  oldest: 1,
  at: t,
  t,
  bootId: 'b',
  ...fact,
});

/** Plays one host's events into the matcher's rule, step by step; returns what the logs hold then, and the rows. */
export function playHost(steps: readonly HostStep[]): { host: HostWork; log: LoggedFact[] } {
  const host = blankHost();
  const log: LoggedFact[] = [];
  steps.forEach(([fact, leads, t], i) => {
    const event = placed(fact, i + 1, t);
    const routed = route(host, event, RULES);
    log.push(...host.apply(routed, event));
    expect({ n: i + 1, ...seenOf(routed, leads) }).toEqual({ n: i + 1, ...wantedOf(leads) });
  });
  // Every log counts 1, 2, 3 … without a hole.
  for (const id of new Set(log.map(({ sessionId }) => sessionId))) {
    const sequence = log.filter(({ sessionId }) => sessionId === id).map(({ sessionSeq }) => sessionSeq);
    expect(sequence).toEqual(sequence.map((_, i) => i + 1));
  }
  return { host, log };
}

function seenOf(routed: Routed, leads: Leads): object {
  const facts = routed.facts.map(({ fact }) => fact);
  const linked = facts.findLast((fact) => fact.event === 'linked');
  const card = facts.find((fact) => fact.event === 'opened');
  const about = routed.facts.filter(({ fact }) => fact.event !== 'team-changed');
  const all: { [K in keyof Leads]-?: unknown } = {
    card: about.at(-1)?.sessionId ?? null,
    step: linked?.data.step,
    evidence: linked?.data.evidence,
    dropped: routed.dropped,
    facts: facts.map((fact) => fact.event),
    told: routed.facts.map(({ sessionId, fact }) => `${sessionId}: ${fact.event}`),
    originLabel: card?.data.originLabel,
  };
  const wanted = [...Object.keys(leads), ...(leads.card === undefined ? [] : ['step'])] as (keyof Leads)[];
  return Object.fromEntries(wanted.map((key) => [key, all[key]]));
}

const wantedOf = ({ evidence, ...leads }: Leads): object => ({
  ...(leads.card === undefined ? {} : { step: undefined }),
  ...leads,
  ...(evidence === undefined ? {} : { evidence: expect.stringMatching(evidence) }),
});
