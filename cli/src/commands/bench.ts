import type { Command } from 'commander';
import { exitCodeOf, type Outcome } from '../command.js';
import { EXIT } from '../exit.js';

const bench = async (names: string[], options: { json?: boolean }): Outcome => {
  const { runBenchmarks } = await import('../testing/run-benchmarks.js');
  return (await runBenchmarks(names, options.json === true)) ? EXIT.done : EXIT.failed;
};

export const registerBench = (program: Command): void => {
  program
    .command('bench')
    .description('run the benchmarks, each beside its floor')
    .argument('[name...]', 'only these')
    .option('--json', 'one JSON object a line: metric, ours, floor, peer, ratio, unit, n')
    .action(exitCodeOf(bench));
};
