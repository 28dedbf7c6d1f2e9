import { rowsOf } from './db.js';
import type { Tx } from './db.js';

interface ReceiptRow {
  receipt: unknown;
}

/**
 * Does `fn` once per request id: a repetition gets the first receipt (any JSON) and changes nothing. The id is claimed
 * before `fn` runs, so that a simultaneous repetition waits for this transaction.
 */
export async function once<T>(tx: Tx, requestId: string, fn: () => Promise<T>): Promise<T> {
  const claimed = await rowsOf(
    tx,
    'insert into receipts (request_id) values (?) on conflict do nothing returning request_id',
    [requestId],
  );
  if (claimed.length === 0) {
    const [row] = await rowsOf<ReceiptRow>(tx, 'select receipt from receipts where request_id = ?', [requestId]);
    return row?.receipt as T;
  }
  const receipt = await fn();
  await tx.raw('update receipts set receipt = ?::jsonb where request_id = ?', [
    JSON.stringify(receipt ?? null),
    requestId,
  ]);
  return receipt;
}
