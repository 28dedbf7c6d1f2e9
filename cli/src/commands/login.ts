import type { Command } from 'commander';
import { exitCodeOf, type CommonOptions, type Outcome } from '../command.js';
import { answer, answerJson, progress } from '../print.js';

interface LoginOptions extends CommonOptions {
  readonly open: boolean;
}

const MINUTE_MS = 60_000;

const login = async (options: LoginOptions): Outcome => {
  const { loginLink } = await import('../login-link.js');
  const { url, lifetimeMs } = await loginLink(options.home);
  if (options.json) return answerJson({ url, lifetimeMs });
  answer(url);
  progress(`good once, for ${Math.round(lifetimeMs / MINUTE_MS)} min`);
  if (options.open) (await import('../open-browser.js')).openBrowser(url);
};

export const registerLogin = (program: Command): void => {
  program
    .command('login')
    .description('a link that logs a browser in to the dashboard')
    .option('--home <dir>', 'the home of the stack (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--no-open', 'only print it')
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(login));
};
