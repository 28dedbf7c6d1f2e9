import { progress } from '../print.js';
import { findCheckout } from './checkout.js';
import { runJest } from './jest-run.js';
import { runStaticChecks } from './static-checks.js';
import { inWords, ONE_SKIPPED, sum, type Tally } from './tally.js';
import { TEST_KINDS, type TestKind } from './test-kinds.js';

/** Tests make homes of their own and must never meet the person's. */
const testEnvironment = (added: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const env = { ...process.env, ...added };
  delete env['PITWALL_HOME'];
  return env;
};

const runKind = async (kind: TestKind, checkout: string, patterns: readonly string[]): Promise<Tally> => {
  progress(`== ${kind.name}`);
  const prepared = await kind.prepare(checkout);
  if ('skip' in prepared) {
    progress(`skipped: ${kind.name} tests: ${prepared.skip}`);
    return ONE_SKIPPED;
  }
  const checked = kind.name === 'unit' && patterns.length === 0 ? [await runStaticChecks(checkout)] : [];
  const env = testEnvironment(prepared.env);
  const ran = await runJest({
    checkout,
    project: kind.name,
    patterns,
    env,
    timeoutMs: kind.timeoutMs,
    workers: kind.workers,
  });
  const total = sum([...checked, ran]);
  progress(`== ${kind.name}: ${inWords(total)}`);
  return total;
};

/** All kinds that are wanted, one after the other. */
export const runTests = async (name: string | undefined, patterns: readonly string[]): Promise<Tally> => {
  const checkout = findCheckout();
  const tallies: Tally[] = [];
  for (const kind of TEST_KINDS.filter((kind) => (name === undefined ? kind.standard : kind.name === name))) {
    tallies.push(await runKind(kind, checkout, patterns));
  }
  return sum(tallies);
};
