import type { OutboxMessage, OutboxRow } from './outbox-store.js';

/** Rows of one stream that a transaction has added, and the id of the row that was added before them. */
export interface AddedRows {
  readonly stream: string;
  readonly after: number | null;
  readonly rows: readonly OutboxRow[];
}

/** More than this waits in the table alone: the bus is away, or slower than the shard. */
const MAX_WAITING = 2_000;

/** Rows on their way from the transaction to the pump, which then need not be read from the table again. */
export interface HandOver {
  readonly give: (added: AddedRows) => void;
  /** What follows the row `lastId` without a hole; empty when the table has to be asked. */
  take(lastId: number, limit: number): OutboxRow[];
  hasMore(): boolean;
}

/**
 * A transaction whose outcome never came may or may not have added rows. Then the next rows follow an id that the pump
 * has not published, nothing is taken from here, and the table tells.
 */
export function createHandOver(): HandOver {
  let waiting: AddedRows[] = [];
  let count = 0;
  const clear = (): void => {
    waiting = [];
    count = 0;
  };
  return {
    give: (added) => {
      if (count + added.rows.length > MAX_WAITING) clear();
      waiting.push(added);
      count += added.rows.length;
    },
    take: (lastId, limit) => {
      const taken: OutboxRow[] = [];
      let end = lastId;
      while (waiting[0] && waiting[0].after === end && taken.length + waiting[0].rows.length <= limit) {
        const { rows } = waiting.shift()!;
        taken.push(...rows);
        end = rows.at(-1)?.id ?? end;
      }
      count -= taken.length;
      if (taken.length === 0) clear();
      return taken;
    },
    hasMore: () => waiting.length > 0,
  };
}

type NumberedMessage = OutboxMessage & { readonly id: number };

/** As the table would give them back; none when one of them may expire while it waits: then the table tells of all. */
export const rowsToHandOver = (messages: readonly NumberedMessage[]): OutboxRow[] =>
  messages.some(({ expiresAt }) => expiresAt != null)
    ? []
    : messages.map(({ id, subject, key, keySeq, payload, headers }) => ({
        ...{ id, subject, key, keySeq: keySeq ?? null, expired: false },
        payload: Buffer.from(payload as Uint8Array),
        headers: headers ? { ...headers } : null,
      }));
