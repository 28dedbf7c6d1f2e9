import type { Db, HostWatch } from '@pitwall/service-kit';
import { spoolWaiting } from '../core/spool-waiting.js';
import { listHosts } from '../io/directory-store.js';

export interface HostView {
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly reachable: boolean;
  readonly version: string | null;
  readonly terminals: number;
  readonly waiting: number;
  readonly lastSeenAt: string | null;
}

/** The machines of the directory, with what their heartbeats tell. */
export const hostViews = async (db: Db, hosts: HostWatch): Promise<HostView[]> =>
  (await listHosts(db)).map((row) => {
    const sign = hosts.get(row.host_id);
    return {
      id: row.host_id,
      name: row.name,
      team: row.team_id,
      reachable: sign?.reachable ?? false,
      version: sign?.beat.version ?? null,
      terminals: sign?.beat.terminals ?? 0,
      waiting: sign ? spoolWaiting(sign.beat) : 0,
      lastSeenAt: sign ? new Date(sign.seenAt).toISOString() : null,
    };
  });
