import type { Cli } from '@pitwall/contracts';

/** How a CLI was started, as its command line tells. */
export interface AgentRun {
  /** `tool`: it manages something and holds no conversation. */
  kind: 'interactive' | 'headless' | 'shared-daemon' | 'tool';
  /** What stands for CLAUDE_CODE_ENTRYPOINT when the run is headless. */
  entrypoint: string | null;
  /** The conversation that it began with; after `/clear` it has another one. */
  cliSessionId: string | null;
  parentSession: string | null;
}

const CLI_SESSION = /^[A-Za-z0-9._-]{1,128}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const CLAUDE_TOOLS = new Set(
  'agents auth auto-mode config doctor install mcp plugin plugins remote-control setup-token update upgrade'.split(' '),
);
/** `-p` alone or together with other one-letter switches that take no value. */
const CLAUDE_PRINT = /^(--print|-[cv]*p[cv]*)$/;

const CODEX_HEADLESS: Readonly<Record<string, string>> = {
  exec: 'codex exec',
  e: 'codex exec',
  review: 'codex exec',
  'mcp-server': 'sdk-mcp',
};
const CODEX_TOOLS = new Set(
  (
    'agents login logout mcp plugin remote-control completion update doctor sandbox debug apply a queue archive delete ' +
    'migrate-rollouts migrate-nfs-db unarchive cloud exec-server features help'
  ).split(' '),
);
const CODEX_WITH_VALUE = new Set(
  (
    '-c --config --enable --disable --remote --remote-auth-token-env -i --image -m --model --local-provider -p ' +
    '--profile -s --sandbox -C --cd --add-dir -a --ask-for-approval'
  ).split(' '),
);

/** `words`: the command line behind the CLI's own name. */
export const agentRun = (words: readonly string[], cli: Cli): AgentRun =>
  cli === 'claude' ? claudeRun(words) : codexRun(words);

/** A prompt comes behind `--`, whatever it looks like. */
const options = (words: readonly string[]): readonly string[] => {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
};

const valueOf = (words: readonly string[], name: string): string | null => {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return null;
  const word = words[at]!;
  return word === name ? (words[at + 1] ?? null) : word.slice(name.length + 1);
};

const only = (pattern: RegExp, text: string | null): string | null =>
  text !== null && pattern.test(text) ? text : null;

function claudeRun(all: readonly string[]): AgentRun {
  const words = options(all);
  const isHeadless =
    words.some((word) => CLAUDE_PRINT.test(word)) || valueOf(words, '--input-format') === 'stream-json';
  const resumed = words.includes('--fork-session') ? null : (valueOf(words, '--resume') ?? valueOf(words, '-r'));
  return {
    kind: isHeadless ? 'headless' : CLAUDE_TOOLS.has(words[0] ?? '') ? 'tool' : 'interactive',
    entrypoint: isHeadless ? 'sdk-cli' : null,
    cliSessionId: only(CLI_SESSION, valueOf(words, '--session-id')) ?? only(UUID, resumed),
    parentSession: only(CLI_SESSION, valueOf(words, '--parent-session-id')),
  };
}

function codexRun(all: readonly string[]): AgentRun {
  const [command = '', ...rest] = positionals(options(all));
  const entrypoint = Object.hasOwn(CODEX_HEADLESS, command) ? CODEX_HEADLESS[command]! : null;
  const kind =
    entrypoint !== null
      ? 'headless'
      : command === 'app-server'
        ? 'shared-daemon'
        : CODEX_TOOLS.has(command)
          ? 'tool'
          : 'interactive';
  return {
    kind,
    entrypoint,
    cliSessionId: command === 'resume' ? only(UUID, rest[0] ?? null) : null,
    parentSession: null,
  };
}

function positionals(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (CODEX_WITH_VALUE.has(word)) at++;
    else if (!word.startsWith('-')) found.push(word);
  }
  return found;
}
