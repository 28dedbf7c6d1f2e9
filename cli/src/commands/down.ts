import type { Command } from 'commander';
import { type CommonOptions, exitCodeOf, type Outcome } from '../command.js';
import { answer, answerJson, progress } from '../print.js';

const counted = (count: number): string => `${count} terminal${count === 1 ? '' : 's'}`;

const down = async (options: CommonOptions & { all?: boolean }): Outcome => {
  const { readEnvironment, stopStack } = await import('@pitwall/stack/control');
  const home = options.home ?? readEnvironment().home;
  const report = await stopStack({ home, all: options.all === true, log: progress });
  if (options.json) return answerJson(report);
  const { wasUp, orphans, terminals } = report;
  answer(wasUp ? 'stopped' : 'nothing was running');
  if (orphans.length > 0) answer(`also stopped what a killed stack had left behind: ${orphans.join(', ')}`);
  if (terminals.ended > 0) answer(`ended ${counted(terminals.ended)}`);
  if (terminals.running > 0) {
    answer(
      `${counted(terminals.running)} keep${terminals.running === 1 ? 's' : ''} running (end them: pitwall down --all)`,
    );
  }
};

export const registerDown = (program: Command): void => {
  program
    .command('down')
    .description('stop the stack; terminals keep running')
    .option('--all', 'end the terminals too')
    .option('--home <dir>', 'the home to use (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(down));
};
