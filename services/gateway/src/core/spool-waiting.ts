import type { Heartbeat } from '@pitwall/contracts';

/** Events that wait in a host's spool. */
export const spoolWaiting = ({ written, sent }: Pick<Heartbeat, 'written' | 'sent'>): number =>
  Math.max(0, written - sent);
