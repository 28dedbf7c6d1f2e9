import type { HostFact } from '@pitwall/contracts';
import { hookFact } from '../support/hook-fact.js';
import { hookSequence } from '../support/hook-sequences.js';
import type { SyntheticHost } from '../support/synthetic-host.js';

export interface LoadOptions {
  readonly hosts: readonly SyntheticHost[];
  readonly sessionsPerHost: number;
  readonly hooksPerSession: number;
  /** Events a second over all hosts. */
  readonly rate: number;
  readonly seed: number;
  readonly onSent?: (sent: number, total: number) => void;
}

interface Stream {
  readonly host: SyntheticHost;
  readonly facts: HostFact[];
}

function streamsOf({ hosts, sessionsPerHost, hooksPerSession, seed }: LoadOptions): Stream[] {
  return hosts.flatMap((host, h) =>
    Array.from({ length: sessionsPerHost }, (_, s) => {
      const sessionId = `load-${seed}-${h}-${s}`;
      const cwd = `/projects/${h}/${s}`;
      const planned = hookSequence({ sessionId, cwd, count: hooksPerSession, seed: seed + h * 1000 + s, byScript: 0 });
      return { host, facts: planned.map(({ payload }) => hookFact(payload, cwd)) };
    }),
  );
}

const TICK_MS = 10;

/** Appends the hooks of many sessions, interleaved, at a steady rate; resolves when all are appended. */
export async function runLoad(options: LoadOptions): Promise<number> {
  const streams = streamsOf(options);
  const total = streams.reduce((sum, { facts }) => sum + facts.length, 0);
  const begin = performance.now();
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - begin) / 1000) * options.rate));
    for (; sent < due; sent++) {
      const stream = streams[sent % streams.length]!;
      stream.host.append(stream.facts.shift()!);
      options.onSent?.(sent + 1, total);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return total;
}
