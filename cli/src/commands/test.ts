import { Argument, type Command } from 'commander';
import { exitCodeOf, type Outcome } from '../command.js';
import { EXIT } from '../exit.js';
import { answer, answerJson } from '../print.js';

const KINDS = ['unit', 'service', 'e2e', 'browser', 'compose'];

const test = async (kind: string | undefined, patterns: string[], options: { json?: boolean }): Outcome => {
  const { runTests } = await import('../testing/run-tests.js');
  const { inWords } = await import('../testing/tally.js');
  const tally = await runTests(kind, patterns);
  if (options.json) answerJson(tally);
  else answer(inWords(tally));
  return tally.failed === 0 ? EXIT.done : EXIT.failed;
};

export const registerTest = (program: Command): void => {
  program
    .command('test')
    .description('set up what tests need and run them (without a word: all but compose)')
    .addArgument(new Argument('[kind]', 'only one kind').choices(KINDS))
    .argument('[pattern...]', 'only test files whose path matches')
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(test));
};
