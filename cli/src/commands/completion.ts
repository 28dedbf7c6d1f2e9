import { Argument, type Command } from 'commander';
import { exitCodeOf } from '../command.js';
import { answer } from '../print.js';

const SCRIPTS = {
  bash: `_pitwall() {
  local IFS=$'\\n'
  COMPREPLY=($(pitwall complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _pitwall pitwall ./pitwall`,
  zsh: `#compdef pitwall
_pitwall() {
  local -a found
  found=("\${(@f)$(pitwall complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}")
  compadd -a found
}
compdef _pitwall pitwall`,
  fish: `complete -c pitwall -f -a '(pitwall complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;

/** The words that may stand where the last one stands: commands, options, ids of sessions. */
export const candidates = async (
  program: Command,
  words: readonly string[],
  ids: () => Promise<string[]>,
): Promise<string[]> => {
  const typed = words.at(-1) ?? '';
  let command = program;
  let positional = 0;
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
    else if (!word.startsWith('-')) positional += 1;
  }
  const commands = command.commands.map((one) => one.name()).filter((name) => name !== 'complete');
  const options = command.options.map((option) => option.long ?? '').filter(Boolean);
  const wantsId = command.registeredArguments[positional]?.name() === 'id' && !typed.startsWith('-');
  const all = typed.startsWith('-') ? options : [...commands, ...(wantsId ? await ids() : [])];
  return all.filter((word) => word.startsWith(typed));
};

const sessionIds = async (): Promise<string[]> => {
  const [{ connectGateway }, { listSessions }] = await Promise.all([
    import('../gateway-client.js'),
    import('../session/find-session.js'),
  ]);
  const sessions = await listSessions(connectGateway(), null, true);
  return sessions.map((session) => session.id);
};

export const registerCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('a completion script for your shell, e.g. eval "$(pitwall completion bash)"')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(exitCodeOf(async (shell: keyof typeof SCRIPTS) => answer(SCRIPTS[shell])));
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(
      exitCodeOf(async (words: string[] = []) => {
        const found = await candidates(program, words, () => sessionIds().catch(() => []));
        if (found.length > 0) answer(found.join('\n'));
      }),
    );
};
