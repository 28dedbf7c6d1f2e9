import type { CliSessionId, HostFact, TerminalId } from '@pitwall/contracts';
import { hookFact } from '../support/hook-fact.js';
import { hookSequence } from '../support/hook-sequences.js';
import { randomNumbers } from '../support/random-numbers.js';
import type { Delivery, SyntheticHost } from '../support/synthetic-host.js';

const HOOKS_PER_SESSION = 60;

/** One conversation as its host tells of it: outside, or in a terminal that opens before and closes after it. */
function conversation({ seed, n, inTerminal }: { seed: number; n: number; inTerminal: boolean }): HostFact[] {
  const cwd = `/projects/${seed}/${n}`;
  const sessionId = `c-${seed}-${n}` as CliSessionId;
  const planned = hookSequence({ sessionId, cwd, count: HOOKS_PER_SESSION, seed: seed * 100 + n, byScript: 0 });
  const hooks = planned.map(({ payload }) => hookFact(payload, cwd));
  if (!inTerminal) return hooks;
  const terminalId = `t-${seed}-${n}` as TerminalId;
  const shell = { pid: 1000 + n, startTime: '1' };
  const inIt = hooks.map((fact): HostFact =>
    fact.event === 'hook' ? { ...fact, data: { ...fact.data, terminalId, termProgram: null } } : fact,
  );
  return [
    {
      event: 'terminal-opened',
      data: { terminalId, sessionId: null, cli: 'claude', cwd, cliSessionId: null, shell },
    },
    ...inIt,
    { event: 'terminal-closed', data: { terminalId, cause: 'exit', exitCode: 0, signal: null } },
  ];
}

export interface Telling {
  readonly host: SyntheticHost;
  readonly advance: (ms: number) => void;
  readonly seed: number;
  readonly sessions: number;
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tells of many conversations, mixed; up to eight events a tick, between two of which minutes may pass. */
export async function tell({ host, advance, seed, sessions }: Telling): Promise<void> {
  const chance = randomNumbers(seed);
  const left = Array.from({ length: sessions }, (_, n) => conversation({ seed, n, inTerminal: n % 2 === 0 }));
  while (left.length > 0) {
    const events = 1 + Math.floor(8 * chance());
    for (let count = 0; count < events && left.length > 0; count++) {
      const at = Math.floor(chance() * left.length);
      host.append(left[at]!.shift()!);
      if (left[at]!.length === 0) left.splice(at, 1);
      advance(Math.floor(40 * chance()));
    }
    if (chance() < 0.1) advance(Math.floor(60_000 * chance()));
    await tick();
  }
}

/** Shuffled within a tick, up to three times, and one of twenty lost until it is asked for; never the last one. */
export function roughDelivery(seed: number, last: () => boolean): Delivery {
  const chance = randomNumbers(seed);
  return {
    copies: () => (chance() < 0.05 && !last() ? 0 : 1 + Math.floor(3 * chance())),
    order: (events) =>
      events
        .map((event) => ({ event, at: chance() }))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event),
  };
}
