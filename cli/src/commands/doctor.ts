import type { Command } from 'commander';
import { type CommonOptions, exitCodeOf, type Outcome } from '../command.js';
import { EXIT } from '../exit.js';
import { answer, answerJson } from '../print.js';

const doctor = async (options: CommonOptions): Outcome => {
  const { readEnvironment, runDoctor } = await import('@pitwall/stack');
  const environment = readEnvironment();
  const report = await runDoctor({ ...environment, home: options.home ?? environment.home });
  if (options.json) answerJson(report);
  else {
    for (const { ok, needed, id, detail, fix } of report.checks) {
      answer(`${ok ? '✓' : needed ? '✗' : '!'} ${id}: ${detail}`);
      if (fix !== null) answer(`    ${fix}`);
    }
  }
  return report.ok ? EXIT.done : EXIT.failed;
};

export const registerDoctor = (program: Command): void => {
  program
    .command('doctor')
    .description('what is missing or wrong on this machine, and the fix')
    .option('--home <dir>', 'the home to look at (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(doctor));
};
