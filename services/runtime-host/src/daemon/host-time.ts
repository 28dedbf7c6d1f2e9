import type { Hello } from '../control/protocol.js';
import { monotonicMs } from '../os/boot.js';

/** Host time now, ms, as pty-host counts it. */
export const hostTime = ({ anchor }: Pick<Hello, 'anchor'>): number =>
  Math.round((monotonicMs() + anchor) * 1000) / 1000;
