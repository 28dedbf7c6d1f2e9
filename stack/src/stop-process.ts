import type { ProcessIdentity } from '@pitwall/contracts';
import { isAlive } from './process-identity.js';
import { StackError } from './stack-error.js';
import { becomesTrue } from './waiting.js';

export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** Asks ever more firmly; returns when the process is gone. Signals nobody else, should the pid be used again. */
export const stopProcess = async (process_: ProcessIdentity, steps: readonly StopStep[]): Promise<void> => {
  for (const { signal, waitMs } of steps) {
    if (!isAlive(process_)) return;
    try {
      process.kill(process_.pid, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ESRCH') return;
      throw new StackError('NOT_OURS', `Process ${process_.pid} belongs to another user.`, 'Stop it as that user.');
    }
    if (await becomesTrue(() => !isAlive(process_), waitMs)) return;
  }
  throw new StackError('WONT_STOP', `Process ${process_.pid} doesn't stop.`, `Look at it with: ps -fp ${process_.pid}`);
};
