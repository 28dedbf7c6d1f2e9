import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An npm package of a version, and the program that it brings. */
export interface CliPackage {
  readonly product: string;
  readonly npmName: string;
  readonly version: string;
  readonly program: string;
}

/** The stories and the recordings speak of these versions. */
export const CLAUDE: CliPackage = {
  ...{ product: 'Claude Code', npmName: '@anthropic-ai/claude-code' },
  ...{ version: '2.1.197', program: 'claude' },
};
export const CODEX: CliPackage = {
  ...{ product: 'Codex', npmName: '@openai/codex' },
  ...{ version: '0.171.0', program: 'codex' },
};

const INSTALL_MS = 300_000;

/** The program, or why it can't be had here. */
export type InstalledCli = { readonly program: string } | { readonly missing: string };

const cacheFolder = ({ npmName, version }: CliPackage): string =>
  join(
    process.env['PITWALL_E2E_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pitwall-e2e'),
    `${npmName.slice(npmName.indexOf('/') + 1)}-${version}`,
  );

const programIn = (folder: string, { program }: CliPackage): string => join(folder, 'node_modules', '.bin', program);

const isThatVersion = async (folder: string, cli: CliPackage): Promise<boolean> => {
  const program = programIn(folder, cli);
  if (!existsSync(program)) return false;
  // Not in the person's home, where it would make its own folder.
  const env = { PATH: process.env['PATH'], HOME: folder };
  const { stdout } = await run(program, ['--version'], { timeout: 30_000, env }).catch(() => ({ stdout: '' }));
  return stdout.split(/\s/).includes(cli.version);
};

/** Whole or not at all: made beside the cache, since another test file may install at the same time. */
async function installInto(folder: string, cli: CliPackage): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const words = ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts=false', '--prefix', draft];
    await run('npm', [...words, `${cli.npmName}@${cli.version}`], { timeout: INSTALL_MS });
    if (!(await isThatVersion(draft, cli))) throw new Error(`npm installed something that is not ${cli.version}`);
    if (!(await isThatVersion(folder, cli))) rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!(await isThatVersion(folder, cli))) throw error;
  }
}

type NpmFailure = Error & { readonly stderr?: string };

/** npm says in its error lines what is wrong; the message of the failed process only repeats the command. */
const reasonOf = ({ message, stderr = '' }: NpmFailure): string =>
  /^npm error (?!(?:code|errno|syscall|address|port) )(.+)$/m.exec(stderr)?.[1] ?? message.split('\n')[0] ?? '';

/** A CLI of its pinned version, from the cache or from npm. */
export async function installCli(cli: CliPackage): Promise<InstalledCli> {
  const folder = cacheFolder(cli);
  const program = programIn(folder, cli);
  if (await isThatVersion(folder, cli)) return { program };
  try {
    await installInto(folder, cli);
    return { program };
  } catch (error) {
    const reason = reasonOf(error as NpmFailure);
    return { missing: `${cli.product} ${cli.version} could not be installed from npm: ${reason}` };
  }
}
