import { SESSION_STREAM, sessionLog, type SessionFact, type SessionId } from '@pitwall/contracts';
import { readKeyLog, type Tx } from '@pitwall/service-kit';
import type { LoggedFact } from '../core/host-work.js';

/** What this service has told of a session, from that number on; what is older than the outbox keeps is left out. */
export async function readSessionLog(tx: Tx, sessionId: SessionId, from: number): Promise<LoggedFact[]> {
  const rows = await readKeyLog(tx, { stream: SESSION_STREAM.name, key: sessionId, fromKeySeq: from });
  return rows.flatMap(({ payload }) => {
    const event = sessionLog.parse(payload);
    if (event.event === 'unknown') return [];
    const { sessionSeq, hostSeq, at, t } = event;
    const fact = { event: event.event, data: event.data } as SessionFact;
    return [{ sessionId, sessionSeq, fact, place: { hostSeq, at, t } }];
  });
}
