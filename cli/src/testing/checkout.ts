import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../exit.js';

/** The folder with the sources; tests and benchmarks need it. */
export const findCheckout = (from: string = import.meta.dirname): string => {
  if (existsSync(join(from, 'jest.config.js')) && existsSync(join(from, 'pitwall'))) return from;
  const above = dirname(from);
  if (above !== from) return findCheckout(above);
  throw new CliError({
    code: 'NO_CHECKOUT',
    message: 'This command needs the sources of Pitwall.',
    hint: 'Run it as ./pitwall in a checkout.',
  });
};
