import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createLog, type Log } from '@pitwall/service-kit';

/** A busy day; the file before the last one is dropped when a stack starts. */
const MOST_BYTES = 50_000_000;

export interface ServiceLog {
  readonly logFor: (service: string) => Log;
  readonly close: () => Promise<void>;
}

/** One file for all services of the embedded stack, so that what happened can be read in order. */
export const openServiceLog = (path: string, level: string): ServiceLog => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MOST_BYTES) renameSync(path, `${path}.1`);
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A full disk must not end the stack; it shows in what the services themselves can't write.
  file.on('error', () => undefined);
  return {
    logFor: (service) => createLog({ service, level, destination: file }),
    close: () => new Promise((resolve) => file.end(() => resolve())),
  };
};
