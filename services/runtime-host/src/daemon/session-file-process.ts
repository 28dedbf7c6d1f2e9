import type { SessionFile } from '../core/session-file.js';
import type { ProcessRow, Processes } from '../os/processes.js';

/** Claude notes its start somewhat after the process began. */
const START_SLACK_MS = 60_000;

/** SIGKILL leaves the file behind, and its pid may be someone else's by now. */
export function isOfProcess(file: SessionFile, row: ProcessRow, processes: Pick<Processes, 'ageError'>): boolean {
  if (row.zombie) return false;
  if (file.procStart === row.startTime) return true;
  // Linux counts the start in ticks, and so does Claude there: another number is another process.
  if (/^\d+$/.test(row.startTime)) return false;
  if (file.startedAt === null) return false;
  const began = Date.now() - row.ageMs;
  return file.startedAt > began - processes.ageError && file.startedAt - began < START_SLACK_MS;
}
