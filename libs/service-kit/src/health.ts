import { Registry, collectDefaultMetrics } from 'prom-client';

export interface PartHealth {
  readonly ok: boolean;
  /** One line for people. */
  readonly detail: string;
}

export interface HealthCheck {
  readonly name: string;
  check(): PartHealth | Promise<PartHealth>;
}

export interface Health {
  /** Adds a part; the returned function takes it off. */
  register(part: HealthCheck): () => void;
  /** All parts at once; a check that throws is not ok, with the error as its detail. */
  report(): Promise<{ ok: boolean; parts: Record<string, PartHealth> }>;
}

async function ask(part: HealthCheck): Promise<[string, PartHealth]> {
  try {
    return [part.name, await part.check()];
  } catch (error) {
    return [part.name, { ok: false, detail: error instanceof Error ? error.message : String(error) }];
  }
}

/** Collects the state of a service's parts. */
export function createHealth(): Health {
  const parts = new Set<HealthCheck>();
  return {
    register: (part) => {
      parts.add(part);
      return () => void parts.delete(part);
    },
    report: async () => {
      const results = await Promise.all([...parts].map(ask));
      return { ok: results.every(([, { ok }]) => ok), parts: Object.fromEntries(results) };
    },
  };
}

/** A Prometheus registry of its own, every metric labelled with the service. */
export function createMetrics({
  service,
  processMetrics = false,
}: {
  service: string;
  processMetrics?: boolean;
}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (processMetrics) collectDefaultMetrics({ register: registry });
  return registry;
}
