import type { Cli } from '@pitwall/contracts';
import { agentRun } from './agent-run.js';

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

export interface HookAgent {
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

export const isInterpreter = (program: string): boolean => INTERPRETERS.test(baseName(program).replace(/^-/, ''));

/** The words after the CLI's own name, as a binary, a script, or run by an interpreter; null: it's not the CLI. */
export function agentArguments(argv: readonly string[], cli: Cli): readonly string[] | null {
  const [program = '', ...rest] = argv;
  if (isProgram(program, cli)) return rest;
  if (!isInterpreter(program)) return null;
  const at = rest.findIndex((word) => !word.startsWith('-'));
  // The interpreter's own `-c` and `-e` take code, not a script; behind the script they are the CLI's.
  const takesCode = rest.slice(0, at).some((word) => word === '-c' || word === '-e');
  return at >= 0 && !takesCode && isProgram(rest[at]!, cli) ? rest.slice(at + 1) : null;
}

/** Is this the CLI itself? */
export function isAgent({ command, argv }: Pick<ChainProcess, 'command' | 'argv'>, cli: Cli): boolean {
  return !argv || argv.length === 0 ? isProgram(command, cli) : agentArguments(argv, cli) !== null;
}

const isSharedDaemon = ({ argv }: ChainProcess): boolean => {
  const words = argv && agentArguments(argv, 'codex');
  return words !== null && agentRun(words, 'codex').kind === 'shared-daemon';
};

/** The agent of a hook: the nearest ancestor that is the CLI; in a terminal of ours else the one right under its shell. */
export function findAgent(chain: readonly ChainProcess[], cli: Cli, shellPid: number | null): HookAgent {
  if (cli === 'codex' && chain.some(isSharedDaemon)) return { process: null, recognised: false, shared: true };
  const agent = chain.find((process) => isAgent(process, cli));
  if (agent) return { process: agent, recognised: true, shared: false };
  const underShell = shellPid === null ? undefined : chain.find(({ ppid }) => ppid === shellPid);
  return { process: underShell ?? null, recognised: false, shared: false };
}
