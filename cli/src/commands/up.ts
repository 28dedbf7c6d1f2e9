import { type Command, InvalidArgumentError } from 'commander';
import type { RunningStack } from '@pitwall/stack';
import { type CommonOptions, exitCodeOf, type Outcome } from '../command.js';
import { reportFailure } from '../exit.js';
import { openBrowser } from '../open-browser.js';
import { answer, answerJson, progress } from '../print.js';
import { stopOnSignals, untilAborted } from '../until-stopped.js';

export interface UpCommandOptions extends CommonOptions {
  readonly port?: number;
  readonly detach?: boolean;
  readonly open: boolean;
}

const portNumber = (text: string): number => {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.');
};

const announce = (url: string, { json }: CommonOptions): void => {
  if (json) answerJson({ ready: url });
  else answer(`ready ${url}`);
};

/** The link logs a browser in once. For people: it is no answer, and never written to a log. */
const inviteIn = async (address: string, options: UpCommandOptions): Promise<void> => {
  const { loginLink } = await import('../login-link.js');
  const link = await loginLink(options.home).catch(() => null);
  progress(link ? `dashboard: ${link.url}  (good once; another: pitwall login)` : `dashboard: ${address}`);
  if (options.open) openBrowser(link?.url ?? address);
};

/** Runs the stack in this process until it is told to stop. */
const runHere = async (options: UpCommandOptions): Outcome => {
  const signal = stopOnSignals();
  const { readEnvironment, startStack } = await import('@pitwall/stack');
  const home = options.home ?? readEnvironment().home;
  let stack: RunningStack;
  try {
    stack = await startStack({
      home,
      log: progress,
      signal,
      ...(options.port !== undefined && { port: options.port }),
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    progress('stopped before it was ready');
    process.exit(0);
  }
  announce(stack.url, options);
  // Present when a detaching parent waits for us.
  process.send?.({ ready: stack.url });
  if (process.connected) process.disconnect();
  if (!process.send) await inviteIn(stack.url, options);
  await untilAborted(signal);
  progress('stopping…');
  await stack.stop();
  progress('stopped');
  process.exit(0);
};

/** What a detached child says instead of printing it where nobody looks. */
const tellParent = async (options: UpCommandOptions): Outcome => {
  try {
    return await runHere(options);
  } catch (error) {
    const { code = 'INTERNAL', message, hint = null } = error as { code?: string; message: string; hint?: string };
    const exit = reportFailure(error, options.json === true);
    process.send?.({ failed: { code, message, hint } }, () => process.exit(exit));
    return exit;
  }
};

const up = async (options: UpCommandOptions): Outcome => {
  if (process.send !== undefined) return tellParent(options);
  if (!options.detach) return runHere(options);
  const { startDetached } = await import('../detached.js');
  const address = await startDetached(options);
  announce(address, options);
  await inviteIn(address, options);
};

export const registerUp = (program: Command): void => {
  program
    .command('up')
    .description('start the stack and keep it running until it is told to stop')
    .option('--home <dir>', 'the home to use (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--port <n>', 'the port of the dashboard (default: 4400 or as in config.json)', portNumber)
    .option('--detach', 'return when it is ready and let it run in the background')
    .option('--no-open', "don't open the dashboard in a browser")
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(up));
};
