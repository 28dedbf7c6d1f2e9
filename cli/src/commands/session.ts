import { Option, type Command } from 'commander';
import { exitCodeOf, type Outcome } from '../command.js';

/** Modules of a verb are loaded when it runs, so that each command starts with what it needs. */
const lazily =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Outcome>) =>
  async (...args: Args): Outcome =>
    (await load())(...args);

const common = (command: Command): Command =>
  command
    .option('--home <dir>', 'the home of the stack (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--json', 'answer in JSON');

const repeatable = (command: Command): Command =>
  command.option('--request-id <id>', 'makes a retry safe: the same id does nothing twice');

export const registerSession = (program: Command): void => {
  const session = program.command('session').description('agent sessions: start, watch, answer, attach, stop');
  const verb = (usage: string, description: string): Command => common(session.command(usage).description(description));

  repeatable(verb('start', 'open a terminal and start an agent in it'))
    .addOption(new Option('--cli <cli>', 'which agent').choices(['claude', 'codex']).makeOptionMandatory())
    .option('--cwd <dir>', 'the folder to work in', '.')
    .option('--host <host>', 'the machine (default: the only one in reach)')
    .option('--title <title>', 'the title of its card')
    .option('--prompt <text>', 'the first prompt')
    .option('--model <model>', 'the model, in the words of the CLI')
    .option('--permission-mode <mode>', 'the permission mode, in the words of the CLI')
    .option('--room <room>', 'the room to put it in')
    .action(exitCodeOf(lazily(async () => (await import('../session/start.js')).start)));
  verb('list', 'sessions, what needs you first')
    .option('--team <team>', 'of this team only')
    .option('--all', 'ended ones too')
    .action(exitCodeOf(lazily(async () => (await import('../session/list.js')).list)));
  verb('show <id>', 'one session, and why its status is what it is').action(
    exitCodeOf(lazily(async () => (await import('../session/show.js')).show)),
  );
  verb('history <id>', 'every status change with its reason').action(
    exitCodeOf(lazily(async () => (await import('../session/history.js')).history)),
  );
  verb('watch', 'a line for each change, until interrupted')
    .option('--team <team>', 'of this team only')
    .option('--all', 'ended ones too')
    .action(exitCodeOf(lazily(async () => (await import('../session/watch.js')).watch)));
  verb('attach <id>', 'its terminal in this terminal (Ctrl-] detaches)').action(
    exitCodeOf(lazily(async () => (await import('../session/attach.js')).attach)),
  );
  repeatable(verb('send <id> <text>', 'type a prompt and submit it')).action(
    exitCodeOf(lazily(async () => (await import('../session/send.js')).send)),
  );
  repeatable(verb('answer <id> [request]', 'answer a permission dialog, once'))
    .option('--allow', 'let it happen')
    .option('--allow-always', 'let it happen from now on, in the scope that the request names')
    .option('--deny', 'refuse it')
    .option('--message <text>', 'what to tell the agent with a refusal')
    .action(exitCodeOf(lazily(async () => (await import('../session/answer.js')).answer)));
  verb('stop <id>', 'end its terminal and all that runs in it').action(
    exitCodeOf(lazily(async () => (await import('../session/stop.js')).stop)),
  );
  repeatable(verb('relink <id>', 'show its conversation on another card, with all that it did'))
    .requiredOption('--to <id>', 'the session that is to show it')
    .action(exitCodeOf(lazily(async () => (await import('../session/relink.js')).relink)));
  repeatable(verb('unlink <id>', 'give its conversation a card of its own')).action(
    exitCodeOf(lazily(async () => (await import('../session/unlink.js')).unlink)),
  );
};
