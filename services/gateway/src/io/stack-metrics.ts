import type { Registry } from 'prom-client';
import { AggregatorRegistry, Gauge, collectDefaultMetrics, type MetricObject } from 'prom-client';
import { subjects } from '@pitwall/contracts';
import type { Bus, HostWatch, Log } from '@pitwall/service-kit';
import { spoolWaiting } from '../core/spool-waiting.js';
import { askParts } from './ask-parts.js';

interface Deps {
  readonly bus: Bus;
  readonly log: Log;
  readonly hosts: HostWatch;
  /** The gateway's own registry, which it answers with as every part does. */
  readonly own: Registry;
  readonly subscribers: () => number;
}

/** The metrics of the whole stack as one page: every service answers over the bus, hosts by their heartbeats. */
export interface StackMetrics {
  readonly contentType: string;
  text(): Promise<string>;
}

export function createStackMetrics({ bus, log, hosts, own, subscribers }: Deps): StackMetrics {
  addGatewayMetrics(own, subscribers);
  addHostMetrics(own, hosts);
  return {
    contentType: own.contentType,
    async text() {
      const parts = await askParts({
        ...{ bus, log, subject: subjects.metrics },
        parse: (result) => result as MetricObject[],
      });
      // Without the bus there is at least what the gateway itself knows.
      if (parts.length === 0) return own.metrics();
      return AggregatorRegistry.aggregate(parts).metrics();
    },
  };
}

function addGatewayMetrics(registry: Registry, subscribers: () => number): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'pitwall_subscriptions',
    help: 'Open subscriptions.',
    registers: [registry],
    collect() {
      this.set(subscribers());
    },
  });
}

/** What the hosts count reaches monitors through their heartbeats: a host has no port that a monitor could ask. */
function addHostMetrics(registry: Registry, hosts: HostWatch): void {
  new Gauge({
    name: 'pitwall_host_counter',
    help: 'Counters of the hosts since their start, as told by their heartbeats.',
    labelNames: ['host', 'counter'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { beat } of hosts.all()) {
        for (const [counter, value] of Object.entries(beat.counters)) this.set({ host: beat.hostId, counter }, value);
        this.set({ host: beat.hostId, counter: 'spool_waiting' }, spoolWaiting(beat));
      }
    },
  });
}
