import type { RelinkRequest } from '@pitwall/contracts';
import { rowsOf, type Tx } from '@pitwall/service-kit';

/** `afterSeq`: the host's events up to this one come before it in a replay of the host's log. */
export async function addRelink(tx: Tx, request: RelinkRequest, afterSeq: number): Promise<void> {
  await rowsOf(
    tx,
    `insert into relinks (host_id, request_id, after_seq, n, doc)
     select ?, ?, ?, (select count(*) from relinks where host_id = ? and after_seq = ?), ?::jsonb`,
    [request.hostId, request.requestId, afterSeq, request.hostId, afterSeq, JSON.stringify(request)],
  );
}

/** What was linked by hand on that host, in order. */
export const relinksOf = (tx: Tx, hostId: string): Promise<{ afterSeq: number; request: RelinkRequest }[]> =>
  rowsOf(tx, `select after_seq as "afterSeq", doc as request from relinks where host_id = ? order by after_seq, n`, [
    hostId,
  ]);
