import { expect } from '@jest/globals';
import type { Cli, CliSessionId, HookData, HostFact, HostId, SessionId, TeamId, TerminalId } from '@pitwall/contracts';
import { createHostWork } from '../../src/core/host-work.js';
import { route } from '../../src/core/route.js';

/** What a step of a story must lead to. */
export interface Leads {
  /** The card that gets the event; null: none. A new card is named after its step: `new-<n>`. */
  card?: string | null;
  /** How it was linked; absent where the conversation was linked before. */
  step?: string;
  evidence?: RegExp;
  dropped?: string;
  /** Events of the session's log that come of it. */
  facts?: string[];
  originLabel?: string;
}

export type HostStep = readonly [fact: HostFact, leads: Leads];

interface From {
  terminal?: string;
  pid?: number;
  agent?: string;
  cli?: Cli;
  cwd?: string;
  more?: Partial<HookData>;
  [field: string]: unknown;
}

const process = (pid: number) => ({ pid, startTime: `started-${pid}` });

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
      cwd: cwd ?? '/work',
      ...(agent === undefined ? {} : { agent_id: agent }),
      ...fields,
    },
    via: 'command',
    terminalId: (terminal ?? null) as TerminalId | null,
    folder: cwd ?? '/work',
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

/** A terminal of ours; its card is `card of <terminal>`. */
export const opened = (terminal: string, chosen: string | null = null): HostFact => ({
  event: 'terminal-opened',
  data: {
    terminalId: terminal as TerminalId,
    sessionId: `card of ${terminal}` as SessionId,
    cli: 'claude',
    cwd: '/work',
    cliSessionId: chosen as CliSessionId | null,
    shell: process(1),
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

/** Plays one host's events into the matcher's rule, step by step. */
export function playHost(steps: readonly HostStep[]): void {
  const host = createHostWork({ hostId: 'h-1' as HostId, team: 'home' as TeamId, terminals: [], cards: [] });
  const sequences = new Map<string, number[]>();
  steps.forEach(([fact, leads], i) => {
    const n = i + 1;
    const place = { v: 1 as const, hostId: 'h-1' as HostId, hostSeq: n, oldest: 1, at: n, t: n, bootId: 'b' };
    const routed = route(host, { ...place, ...fact }, () => `new-${n}` as SessionId);
    host.apply(routed);
    for (const { sessionId } of routed.facts) {
      sequences.set(sessionId, [...(sequences.get(sessionId) ?? []), host.nextSeq(sessionId)]);
    }
    expect({ n, ...seenOf(routed, leads) }).toEqual({ n, ...wantedOf(leads) });
  });
  // Every log counts 1, 2, 3 … without a hole.
  for (const sequence of sequences.values()) expect(sequence).toEqual(sequence.map((_, i) => i + 1));
}

function seenOf(routed: ReturnType<typeof route>, leads: Leads): object {
  const facts = routed.facts.map(({ fact }) => fact);
  const linked = facts.find((fact) => fact.event === 'linked');
  const card = facts.find((fact) => fact.event === 'opened');
  const all: { [K in keyof Leads]-?: unknown } = {
    card: routed.facts.at(-1)?.sessionId ?? null,
    step: linked?.data.step,
    evidence: linked?.data.evidence,
    dropped: routed.dropped,
    facts: facts.map((fact) => fact.event),
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
