import { spawn } from 'node:child_process';
import { cleanEnvironment } from './clean-environment.js';
import { PROGRAM } from './checkout.js';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout as JSON; null when it is none. */
  readonly json: unknown;
}

/** What `--json` prints when a command is refused. */
export interface CliFailure {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}

/** Runs the program with these words to its end. */
export const runPitwall = (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => (said.stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (said.stderr += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said, json: lastJson(said.stdout) }));
  });

function lastJson(text: string): unknown {
  try {
    return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  } catch {
    return null;
  }
}

export interface Cli {
  /** `--json` and the home are added. */
  run(...words: string[]): Promise<CliResult>;
  /** As people see it: only the home is added. */
  plain(...words: string[]): Promise<CliResult>;
  /** The answer of a command that must succeed. */
  ask<T>(...words: string[]): Promise<T>;
  /** The error of a command that must be refused; throws when it isn't, or with another exit code. */
  refused(...words: string[]): Promise<CliFailure['error']>;
}

const withOptions = (words: readonly string[], home: string): string[] => [...words, '--json', '--home', home];

export function createCli(home: string): Cli {
  const run = (...words: string[]): Promise<CliResult> => runPitwall(withOptions(words, home));
  return {
    run,
    plain: (...words) => runPitwall([...words, '--home', home]),
    ask: async <T>(...words: string[]) => {
      const { code, json, stderr } = await run(...words);
      if (code !== 0) throw new Error(`pitwall ${words.join(' ')} ended with ${code}: ${stderr}`);
      return json as T;
    },
    refused: async (...words) => {
      const { code, json, stdout } = await run(...words);
      if (code !== 1) throw new Error(`pitwall ${words.join(' ')} ended with ${code}: ${stdout}`);
      return (json as CliFailure).error;
    },
  };
}
