import type { Cli, HostId } from '@pitwall/contracts';
import { rowsOf, type Clock, type Db, type Log, type Tx } from '@pitwall/service-kit';

export interface DialogReporter {
  readonly hostId: HostId;
  readonly cli: Cli;
}

/** Which CLIs have ever sent a PermissionRequest on which host, in memory. */
export interface DialogReporters {
  readonly has: (reporter: DialogReporter) => boolean;
  /** Keeps them with what else the transaction stores; those that are known cost nothing. */
  add(tx: Tx, reporters: readonly DialogReporter[]): Promise<void>;
  stop(): void;
}

/** What another instance has learned counts here within this time: only whether a guess makes a sound depends on it. */
const REFRESH_EVERY_MS = 30_000;

const nameOf = ({ hostId, cli }: DialogReporter): string => `${cli} ${hostId}`;

export async function createDialogReporters({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Log;
}): Promise<DialogReporters> {
  const known = new Set<string>();
  let cancel = (): void => undefined;

  const read = async (): Promise<void> => {
    const rows = await rowsOf<DialogReporter>(db, 'select host_id as "hostId", cli from dialog_reporters');
    for (const row of rows) known.add(nameOf(row));
  };
  const refresh = (): void => {
    cancel = clock.setTimer(REFRESH_EVERY_MS, () => {
      read()
        .catch((error: unknown) => log.warn({ err: error }, 'the dialog reporters were not read'))
        .finally(refresh);
    });
  };
  await read();
  refresh();

  return {
    has: (reporter) => known.has(nameOf(reporter)),
    async add(tx, reporters) {
      const news = reporters.filter((reporter) => !known.has(nameOf(reporter)));
      if (news.length === 0) return;
      await rowsOf(
        tx,
        `insert into dialog_reporters (host_id, cli) select distinct * from unnest(?::text[], ?::text[])
         on conflict do nothing`,
        [news.map(({ hostId }) => hostId), news.map(({ cli }) => cli)],
      );
      // Should the transaction fail, its messages come again, and the guess is quiet a moment early.
      for (const reporter of news) known.add(nameOf(reporter));
    },
    stop: () => cancel(),
  };
}
