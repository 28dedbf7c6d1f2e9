import type { ExitCode } from './exit.js';

export interface CommonOptions {
  readonly home?: string;
  readonly json?: boolean;
}

/** An action returns its exit code; nothing returned is success. */
export type Outcome = Promise<ExitCode | void>;

/** How the program learns the exit code of an action, which commander itself throws away. */
export const exitCodeOf = <Args extends unknown[]>(action: (...args: Args) => Outcome) => {
  return async (...args: Args): Promise<void> => {
    process.exitCode = (await action(...args)) ?? 0;
  };
};
