import type { Cli } from '@pitwall/contracts';

/** A process above a hook, nearest first. */
export interface ChainProcess {
  pid: number;
  startTime: string;
  ppid: number;
  tty: number | null;
  /** Its short name. */
  command: string;
  /** Its command line, where it could still be read. */
  argv: readonly string[] | null;
}

export interface AgentFound {
  process: ChainProcess | null;
  /** The CLI was recognised, rather than taken for its place under a terminal's shell. */
  recognised: boolean;
  /** Runs under Codex's shared daemon: terminal and process are those of whoever started it. */
  shared: boolean;
}

const INTERPRETERS = /^(node|bun|deno|sh|bash|dash|zsh|python3?)$/;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isProgram = (path: string, cli: Cli): boolean => {
  const name = baseName(path).replace(/\.(mjs|cjs|js|sh|exe)$/, '');
  return (
    name === cli || (name === 'cli' && path.includes(`/${cli}-code/`)) || (cli === 'claude' && name === 'claude-code')
  );
};

/** Is this the CLI itself, as a binary, a script, or run by an interpreter? */
export function isAgent(process: Pick<ChainProcess, 'command' | 'argv'>, cli: Cli): boolean {
  const { command, argv } = process;
  if (!argv || argv.length === 0) return isProgram(command, cli);
  const [program = '', ...rest] = argv;
  if (isProgram(program, cli)) return true;
  if (!INTERPRETERS.test(baseName(program).replace(/^-/, ''))) return false;
  const script = rest.find((word) => !word.startsWith('-'));
  const takesCode = rest.some((word) => word === '-c' || word === '-e');
  return !takesCode && script !== undefined && isProgram(script, cli);
}

const isSharedDaemon = ({ argv }: ChainProcess): boolean =>
  argv !== null && argv.some((word) => baseName(word) === 'codex') && argv.includes('app-server');

/** The agent of a hook: the nearest ancestor that is the CLI; in a terminal of ours else the one right under its shell. */
export function findAgent(chain: readonly ChainProcess[], cli: Cli, shellPid: number | null): AgentFound {
  if (cli === 'codex' && chain.some(isSharedDaemon)) return { process: null, recognised: false, shared: true };
  const agent = chain.find((process) => isAgent(process, cli));
  if (agent) return { process: agent, recognised: true, shared: false };
  const underShell = shellPid === null ? undefined : chain.find(({ ppid }) => ppid === shellPid);
  return { process: underShell ?? null, recognised: false, shared: false };
}
