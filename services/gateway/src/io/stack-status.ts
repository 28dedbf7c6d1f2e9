import type { ServiceStatus } from '@pitwall/contracts';
import {
  rowsOf,
  type Bus,
  type Db,
  type Health,
  type HostSign,
  type HostWatch,
  type Log,
  type PartHealth,
} from '@pitwall/service-kit';
import { spoolWaiting } from '../core/spool-waiting.js';
import { askServices } from './ask-parts.js';

/** Every part's own answer, and the two servers' as seen from here. A part that doesn't answer is not in the list. */
export async function stackStatus({ bus, db, hosts, health, log }: StatusDeps): Promise<ServiceStatus[]> {
  const [{ parts }, services] = await Promise.all([health.report(), askServices({ bus, log })]);
  const facts = parts['postgres']?.ok ? await postgresFacts(db).catch(() => ({})) : {};
  const info = bus.nc.info;
  return [
    describe('postgres', parts['postgres'], facts),
    describe('nats', parts['nats'], { instance: info?.server_name ?? '', version: info?.version ?? '' }),
    ...services.sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...hosts.all().map(hostStatus),
  ];
}

interface StatusDeps {
  readonly bus: Bus;
  readonly db: Db;
  readonly hosts: HostWatch;
  readonly health: Health;
  readonly log: Log;
}

/** A host hears nothing but its own subjects, so its heartbeat has to speak for it. */
function hostStatus({ beat, reachable, seenAt }: HostSign): ServiceStatus {
  const terminals = beat.terminals === 1 ? '1 terminal' : `${beat.terminals} terminals`;
  return {
    name: 'runtime-host',
    instance: beat.hostId,
    ok: reachable,
    detail: reachable ? terminals : `not heard since ${new Date(seenAt).toISOString()}`,
    version: beat.version,
    uptimeMs: 0,
    lag: spoolWaiting(beat),
  };
}

const server = (name: string) => ({ name, instance: '', version: '', uptimeMs: 0, lag: null });

/** The server itself is asked: a connection to one that was paused looks whole for a long time. */
const describe = (name: string, health: PartHealth | undefined, known: Partial<ServiceStatus>): ServiceStatus => ({
  ...server(name),
  ok: health?.ok ?? false,
  detail: health?.detail ?? 'no answer',
  ...known,
});

async function postgresFacts(db: Db): Promise<Partial<ServiceStatus>> {
  const [row] = await rowsOf<{ version: string; uptime_ms: number }>(
    db,
    `select current_setting('server_version') as version,
       (extract(epoch from now() - pg_postmaster_start_time()) * 1000)::float8 as uptime_ms`,
  );
  return { version: row?.version ?? '', uptimeMs: Math.max(0, Math.round(row?.uptime_ms ?? 0)) };
}
