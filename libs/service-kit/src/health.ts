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

export interface HealthReport {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, PartHealth>>;
}

export interface Health {
  /** Adds a part; the returned function takes it off. */
  register(part: HealthCheck): () => void;
  /** All parts at once, within `limitMs`; a check that throws or is late is not ok, and its detail says so. */
  report(): Promise<HealthReport>;
}

/** A monitor asks every few seconds and gives up after one or two. */
const LIMIT_MS = 1_000;

const failed = (error: unknown): PartHealth => ({
  ok: false,
  detail: error instanceof Error ? error.message : String(error),
});

/** One question at a time: those that a hung server never answers must not pile up. */
function askedOnce(part: HealthCheck, limitMs: number): () => Promise<PartHealth> {
  let open: { answer: Promise<PartHealth>; since: number } | null = null;
  const ask = async (): Promise<PartHealth> => {
    try {
      return await part.check();
    } catch (error) {
      return failed(error);
    }
  };
  return async () => {
    if (open === null) {
      open = { answer: ask(), since: performance.now() };
      void open.answer.finally(() => (open = null));
    }
    const { answer, since } = open;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PartHealth>((resolve) => {
      const tell = () => {
        const seconds = ((performance.now() - since) / 1000).toFixed(1);
        resolve({ ok: false, detail: `no answer for ${seconds} s` });
      };
      timer = setTimeout(tell, limitMs);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
}

/** Collects the state of a service's parts. `limitMs`: what a report takes at most. */
export function createHealth({ limitMs = LIMIT_MS }: { limitMs?: number } = {}): Health {
  const parts = new Map<HealthCheck, () => Promise<PartHealth>>();
  return {
    register: (part) => {
      parts.set(part, askedOnce(part, limitMs));
      return () => void parts.delete(part);
    },
    report: async () => {
      const results = await Promise.all([...parts].map(async ([{ name }, ask]) => [name, await ask()] as const));
      return { ok: results.every(([, { ok }]) => ok), parts: Object.fromEntries(results) };
    },
  };
}

/** What is wrong, in one line; `otherwise` when nothing is. */
export const healthLine = ({ parts }: HealthReport, otherwise: string): string => {
  const wrong = Object.entries(parts).flatMap(([name, { ok, detail }]) => (ok ? [] : [`${name}: ${detail}`]));
  return wrong.length > 0 ? wrong.join('; ') : otherwise;
};

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
