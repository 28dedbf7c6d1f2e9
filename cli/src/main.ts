import { CommanderError } from 'commander';
import { CliError, EXIT, reportFailure } from './exit.js';
import { createProgram } from './program.js';

// Whoever read our output may have left (`pitwall status | head -1`), which is no failure of ours.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const json = process.argv.includes('--json');

const run = async (): Promise<void> => {
  const program = createProgram();
  if (json) program.configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    command.exitOverride();
    if (json) command.configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  }
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    // Without --json commander has said it already.
    if (!json) process.exitCode = EXIT.usage;
    else throw new CliError({ code: 'USAGE', message: error.message.replace(/^error: /, ''), exit: EXIT.usage });
  }
};

run().catch((error: unknown) => {
  process.exitCode = reportFailure(error, json);
});
