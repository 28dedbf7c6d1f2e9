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

export function createHostCommands({ db, bus, clock, log, source }: Deps): HostCommands {
  const waiting = new Map<string, () => void>();
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

  const trim = async (hostId: string): Promise<void> => {
    const rows = await rowsOf<{ seq: number }>(db, 'select seq from watermarks where source = ? and key = ?', [
      source,
      hostId,
    ]);
    if (rows[0]) await send(hostId, 'trim', { through: rows[0].seq });
  };

  return {
    noteCommitted(hostId) {
      if (waiting.has(hostId)) return;
      const cancel = clock.setTimer(TRIM_EVERY_MS, () => {
        waiting.delete(hostId);
        const work = trim(hostId).catch((error: unknown) => log.warn({ err: error, hostId }, 'trim not sent'));
        running.add(work);
        void work.finally(() => running.delete(work));
      });
      waiting.set(hostId, cancel);
    },
    resend: (hostId, from) => send(hostId, 'resend', { from }),
    async stop() {
      for (const cancel of waiting.values()) cancel();
      await Promise.all(running);
    },
  };
}
