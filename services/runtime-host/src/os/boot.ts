import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A word that is the same until the machine starts again. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    const { stdout } = spawnSync('/usr/sbin/sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' });
    const seconds = /sec = (\d+)/.exec(stdout ?? '')?.[1];
    // Without either: the start to the minute, which clock corrections rarely cross.
    return seconds ? `boot-${seconds}` : `boot-${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  }
}

/** ms on the machine's own monotonic clock: the same for every process since the machine started. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
