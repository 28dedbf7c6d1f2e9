import { Gauge, type Registry } from 'prom-client';
import { healthLine, type Health } from './health.js';
import type { ShardStats } from './shard-service.js';

/** How a service tells of its shards. */
export interface ShardReports {
  stats(): ShardStats[];
  unpublished(): Promise<Map<number, number>>;
}

export interface StatusReport {
  readonly ok: boolean;
  readonly detail: string;
  readonly lag: number | null;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/** One line of `pitwall status`: the service and the two servers as it sees them. */
export async function statusOf(health: Health, shards: ShardReports | null): Promise<StatusReport> {
  const report = await health.report();
  if (shards === null) return { ok: report.ok, detail: healthLine(report, 'serves'), lag: null };
  const all = shards.stats();
  const owned = all.filter((shard) => shard.owned);
  const deadLetters = sum(owned.map((shard) => shard.deadLetters));
  const detail = `${owned.length} of ${all.length} shards${deadLetters > 0 ? `, ${deadLetters} dead letters` : ''}`;
  // A database that doesn't answer is in the report already.
  const waiting = report.parts['postgres']?.ok === false ? new Map<number, number>() : await shards.unpublished();
  return {
    ok: report.ok,
    detail: healthLine(report, detail),
    lag: sum(owned.map((shard) => shard.lag)) + sum(waiting.values()),
  };
}

interface ShardGauge {
  readonly name: string;
  readonly help: string;
  readonly of: (shard: ShardStats) => number;
}

const SHARD_GAUGES: readonly ShardGauge[] = [
  { name: 'pitwall_lag', help: 'Messages in the stream that are not reduced yet.', of: (shard) => shard.lag },
  { name: 'pitwall_dead_letters', help: 'Messages that could not be reduced.', of: (shard) => shard.deadLetters },
  { name: 'pitwall_log_gaps', help: 'Logs of which something is missing.', of: (shard) => shard.gaps },
  { name: 'pitwall_shard_epoch', help: 'Grows with every change of owner.', of: (shard) => shard.epoch },
];

/** Adds what a service knows of its shards to its metrics, labelled with the shard; only what it owns. */
export function addShardMetrics(registry: Registry, shards: ShardReports): void {
  for (const { name, help, of } of SHARD_GAUGES) {
    new Gauge({
      ...{ name, help, labelNames: ['shard'], registers: [registry] },
      collect() {
        this.reset();
        for (const shard of shards.stats()) if (shard.owned) this.set({ shard: String(shard.shard) }, of(shard));
      },
    });
  }
  new Gauge({
    ...{ name: 'pitwall_outbox_waiting', help: 'Rows that are not published yet.', labelNames: ['shard'] },
    registers: [registry],
    async collect() {
      this.reset();
      // Metrics are wanted most while the database is away.
      const waiting = await shards.unpublished().catch(() => new Map<number, number>());
      for (const [shard, count] of waiting) this.set({ shard: String(shard) }, count);
    },
  });
}
