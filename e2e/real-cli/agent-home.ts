import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A HOME of its own in which an agent CLI asks nothing at its start and meets nobody but the scripted model. */
export interface AgentHome {
  /** The folder that it works in. */
  readonly project: string;
  /** Another one, which the CLI trusts too: what happens in it is no other test's. */
  newProject(name: string): string;
  /** A script that becomes the CLI in this home; for `claudeCommand` and `codexCommand`. */
  readonly command: string;
}

export interface HomeOf {
  /** The installed CLI. */
  readonly program: string;
  readonly modelUrl: string;
}

/** A script that becomes `words` with these variables set; what is passed to it comes behind. */
export function writeCommand(
  path: string,
  { words, variables }: { words: readonly string[]; variables: Readonly<Record<string, string>> },
): string {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  const exec = `exec ${words.map((word) => `'${word}'`).join(' ')} "$@"`;
  writeFileSync(path, ['#!/bin/sh', ...exports, exec, ''].join('\n'), { mode: 0o700 });
  return path;
}

/** By its real path, which is what CLIs keep their trust by. */
export function makeFolder(...path: string[]): string {
  const folder = join(...path);
  mkdirSync(folder, { recursive: true });
  return realpathSync(folder);
}
