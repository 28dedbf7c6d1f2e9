import { serviceStatus, subjects, type ServiceStatus } from '@pitwall/contracts';
import { rowsOf, type Bus, type Db, type HostSign, type HostWatch, type Log } from '@pitwall/service-kit';

const WAIT_MS = 300;

/** Every part's own answer, and the two servers' as seen from here. A part that doesn't answer is not in the list. */
export async function stackStatus({ bus, db, hosts, log }: StatusDeps): Promise<ServiceStatus[]> {
  const [services, postgres] = await Promise.all([askServices(bus, log), askPostgres(db)]);
  const machines = hosts.all().map(hostStatus);
  return [postgres, askNats(bus), ...services.sort((a, b) => (a.name < b.name ? -1 : 1)), ...machines];
}

interface StatusDeps {
  readonly bus: Bus;
  readonly db: Db;
  readonly hosts: HostWatch;
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
    lag: Math.max(0, beat.written - beat.sent),
  };
}

async function askServices(bus: Bus, log: Log): Promise<ServiceStatus[]> {
  if (!bus.status().connected) return [];
  const answers: ServiceStatus[] = [];
  const replies = await bus.nc.requestMany(subjects.status, '', {
    strategy: 'stall',
    maxWait: WAIT_MS * 2,
    stall: WAIT_MS,
  });
  for await (const reply of replies) {
    try {
      answers.push(serviceStatus.parseValue(reply.json<{ result: unknown }>().result));
    } catch (error) {
      log.warn({ err: error }, 'malformed status');
    }
  }
  return answers;
}

const server = (name: string, instance: string) => ({ name, instance, version: '', uptimeMs: 0, lag: null });

function askNats(bus: Bus): ServiceStatus {
  const { connected } = bus.status();
  const info = bus.nc.info;
  return {
    ...server('nats', info?.server_name ?? ''),
    ok: connected,
    detail: connected ? 'connected' : 'not connected: events wait in the hosts’ spools',
    version: info?.version ?? '',
  };
}

async function askPostgres(db: Db): Promise<ServiceStatus> {
  const start = performance.now();
  try {
    const [row] = await rowsOf<{ version: string; uptime_ms: number }>(
      db,
      `select current_setting('server_version') as version,
         (extract(epoch from now() - pg_postmaster_start_time()) * 1000)::float8 as uptime_ms`,
    );
    const ms = Math.round(performance.now() - start);
    return {
      ...server('postgres', ''),
      ok: true,
      detail: `answers in ${ms} ms`,
      version: row?.version ?? '',
      uptimeMs: Math.max(0, Math.round(row?.uptime_ms ?? 0)),
    };
  } catch (error) {
    return { ...server('postgres', ''), ok: false, detail: error instanceof Error ? error.message : 'no answer' };
  }
}
