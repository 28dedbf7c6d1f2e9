import { randomUUID } from 'node:crypto';
import { subjects, type CommandData } from '@pitwall/contracts';
import { rowsOf, type Bus, type Clock, type Db, type Log } from '@pitwall/service-kit';

/** What the matcher asks of a host, beside the log: forget what is committed, send again what is missing. */
export interface HostCommands {
  /** The host's newest events are committed; at most one `trim` a second goes to it (architecture 5). */
  readonly noteCommitted: (hostId: string) => void;
  resend(hostId: string, from: number): Promise<void>;
  stop(): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** The committed hostSeq of a host; see the kit's watermarks. */
  readonly source: string;
}

const TRIM_EVERY_MS = 1_000;
const TRIM_LIFETIME_MS = 60_000;
/** Postgres writes what it did not wait for within three times its wal_writer_delay, which is 600 ms. */
const DURABLE_AFTER_MS = 1_000;

export function createHostCommands({ db, bus, clock, log, source }: Deps): HostCommands {
  const waiting = new Map<string, () => void>();
  const settling = new Set<() => void>();
  const running = new Set<Promise<void>>();

  const send = async <V extends 'trim' | 'resend'>(hostId: string, verb: V, data: CommandData<V>): Promise<void> => {
    const now = clock.now();
    const command = {
      v: 1,
      commandId: `cmd-${randomUUID()}`,
      hostId,
      issuedAt: now,
      expiresAt: now + TRIM_LIFETIME_MS,
      event: verb,
      data,
    };
    await bus.publish(subjects.command(hostId, verb), JSON.stringify(command));
  };

  const committedOf = async (hostId: string): Promise<number> => {
    const rows = await rowsOf<{ seq: number }>(
      db,
      'select seq from watermarks where source = ? and key = ?',
      [source, hostId],
      'committed-of-host',
    );
    return rows[0]?.seq ?? 0;
  };

  const after = (ms: number, hostId: string, work: () => Promise<void>): (() => void) =>
    clock.setTimer(ms, () => {
      const done = work().catch((error: unknown) => log.warn({ err: error, hostId }, 'trim not sent'));
      running.add(done);
      void done.finally(() => running.delete(done));
    });

  /** What stood there a moment ago and still does has reached the disk by now (ADR 0011). */
  const trimOnceDurable = async (hostId: string): Promise<void> => {
    waiting.delete(hostId);
    const seen = await committedOf(hostId);
    const cancel = after(DURABLE_AFTER_MS, hostId, async () => {
      settling.delete(cancel);
      const through = Math.min(seen, await committedOf(hostId));
      if (through > 0) await send(hostId, 'trim', { through });
    });
    settling.add(cancel);
  };

  return {
    noteCommitted(hostId) {
      if (waiting.has(hostId)) return;
      waiting.set(
        hostId,
        after(TRIM_EVERY_MS, hostId, () => trimOnceDurable(hostId)),
      );
    },
    resend: (hostId, from) => send(hostId, 'resend', { from }),
    async stop() {
      for (const cancel of [...waiting.values(), ...settling]) cancel();
      await Promise.all(running);
    },
  };
}
