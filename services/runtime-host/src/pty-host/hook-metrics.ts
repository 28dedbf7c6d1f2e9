/** Upper bounds of the latency buckets, ms. */
const BUCKETS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 500] as const;

export interface HookMetrics {
  received(via: 'http' | 'command'): void;
  refused(reason: string): void;
  took(ms: number): void;
  snapshot(): { received: number; refused: Record<string, number> };
  /** Prometheus text; `gauges` are added by name. */
  text(gauges: Readonly<Record<string, number>>): string;
}

export function createHookMetrics(): HookMetrics {
  const received = { http: 0, command: 0 };
  const refused = new Map<string, number>();
  const buckets = BUCKETS_MS.map(() => 0);
  let sum = 0;
  let count = 0;
  return {
    received: (via) => void received[via]++,
    refused: (reason) => void refused.set(reason, (refused.get(reason) ?? 0) + 1),
    took: (ms) => {
      count++;
      sum += ms;
      for (let i = BUCKETS_MS.length - 1; i >= 0 && ms <= BUCKETS_MS[i]!; i--) buckets[i]!++;
    },
    snapshot: () => ({ received: received.http + received.command, refused: Object.fromEntries(refused) }),
    text: (gauges) =>
      [
        '# TYPE pitwall_hooks_received_total counter',
        `pitwall_hooks_received_total{via="http"} ${received.http}`,
        `pitwall_hooks_received_total{via="command"} ${received.command}`,
        '# TYPE pitwall_hooks_refused_total counter',
        ...[...refused].map(([reason, n]) => `pitwall_hooks_refused_total{reason="${reason}"} ${n}`),
        '# TYPE pitwall_hook_seconds histogram',
        ...BUCKETS_MS.map((ms, i) => `pitwall_hook_seconds_bucket{le="${ms / 1000}"} ${buckets[i]}`),
        `pitwall_hook_seconds_bucket{le="+Inf"} ${count}`,
        `pitwall_hook_seconds_sum ${sum / 1000}`,
        `pitwall_hook_seconds_count ${count}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
        '',
      ].join('\n'),
  };
}
