import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The stories and the recordings speak of this version. */
export const CLAUDE_VERSION = '2.1.197';

const INSTALL_MS = 300_000;

/** The program, or why it can't be had here. */
export type InstalledClaude = { readonly program: string } | { readonly missing: string };

const cacheFolder = (): string =>
  process.env['PITWALL_E2E_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pitwall-e2e', `claude-code-${CLAUDE_VERSION}`);

const programIn = (folder: string): string => join(folder, 'node_modules', '.bin', 'claude');

const isThatVersion = async (program: string): Promise<boolean> => {
  if (!existsSync(program)) return false;
  const { stdout } = await run(program, ['--version'], { timeout: 30_000 }).catch(() => ({ stdout: '' }));
  return stdout.startsWith(CLAUDE_VERSION);
};

/** Whole or not at all: made beside the cache, since another test file may install at the same time. */
async function installInto(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const words = ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts=false', '--prefix', draft];
    await run('npm', [...words, `@anthropic-ai/claude-code@${CLAUDE_VERSION}`], { timeout: INSTALL_MS });
    if (!(await isThatVersion(programIn(draft))))
      throw new Error(`npm installed something that is not ${CLAUDE_VERSION}`);
    if (!(await isThatVersion(programIn(folder)))) rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!(await isThatVersion(programIn(folder)))) throw error;
  }
}

type NpmFailure = Error & { readonly stderr?: string };

/** npm says in its error lines what is wrong; the message of the failed process only repeats the command. */
const reasonOf = ({ message, stderr = '' }: NpmFailure): string =>
  /^npm error (?!(?:code|errno|syscall|address|port) )(.+)$/m.exec(stderr)?.[1] ?? message.split('\n')[0] ?? '';

/** Claude Code of the pinned version, from the cache or from npm. */
export async function installClaude(): Promise<InstalledClaude> {
  const folder = cacheFolder();
  const program = programIn(folder);
  if (await isThatVersion(program)) return { program };
  try {
    await installInto(folder);
    return { program };
  } catch (error) {
    return {
      missing: `Claude Code ${CLAUDE_VERSION} could not be installed from npm: ${reasonOf(error as NpmFailure)}`,
    };
  }
}
