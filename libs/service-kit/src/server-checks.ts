import type { Bus } from './bus.js';
import { rowsOf } from './db.js';
import type { Db } from './db.js';
import type { HealthCheck } from './health.js';

const timed = async (work: Promise<unknown>): Promise<string> => {
  const begin = performance.now();
  await work;
  return `answers in ${Math.round(performance.now() - begin)} ms`;
};

/** Asks the server: a connection to one that was paused looks whole for a long time. */
export const busCheck = (bus: Bus): HealthCheck => ({
  name: 'nats',
  check: async () =>
    bus.status().connected ? { ok: true, detail: await timed(bus.nc.flush()) } : { ok: false, detail: 'not connected' },
});

export const databaseCheck = (db: Db): HealthCheck => ({
  name: 'postgres',
  check: async () => ({ ok: true, detail: await timed(rowsOf(db, 'select 1')) }),
});
