import { join } from 'node:path';
import { progress } from '../print.js';
import { runTool } from './run-tool.js';
import { ONE_FAILED, ONE_PASSED, sum, type Tally } from './tally.js';

/** The product's own types are checked by the build, which has been done when this runs. */
const CHECKS = [
  { name: 'types of the tests', args: ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.test.json'] },
  { name: 'eslint', args: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'] },
  { name: 'prettier', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'] },
  { name: 'printed documents', args: ['scripts/print-docs.mjs', '--check'] },
];

const TIMEOUT = 600_000;

/** Each counts as one test. */
export const runStaticChecks = async (checkout: string): Promise<Tally> => {
  const tallies: Tally[] = [];
  for (const { name, args } of CHECKS) {
    progress(`${name}…`);
    const [file = '', ...rest] = args;
    const code = await runTool({
      cwd: checkout,
      args: [join(checkout, file), ...rest],
      env: process.env,
      timeoutMs: TIMEOUT,
    });
    if (code !== 0) progress(`FAIL ${name}`);
    tallies.push(code === 0 ? ONE_PASSED : ONE_FAILED);
  }
  return sum(tallies);
};
