import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StackError } from './stack-error.js';

/** Whom the database server runs as when root starts it: it refuses to be root. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const FALLBACK_NAME = 'pitwall-postgres';

const accountNamed = (name: string): ServerAccount | null => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { name, uid: Number(uid), gid: Number(gid) };
};

export const isRoot = (): boolean => process.getuid?.() === 0;

export const knownServerAccount = (): ServerAccount | null => accountNamed('postgres') ?? accountNamed(FALLBACK_NAME);

/** The account of a distribution's PostgreSQL if there is one, else one of our own. */
export const serverAccount = (): ServerAccount => {
  const known = knownServerAccount();
  if (known !== null) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', FALLBACK_NAME], {
      stdio: 'pipe',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    });
  } catch (error) {
    throw new StackError(
      'NO_SERVER_ACCOUNT',
      `Root can't run the database server, and no user could be made for it: ${(error as Error).message}`,
      `Make one (useradd --system ${FALLBACK_NAME}), or run Pitwall as an ordinary user.`,
    );
  }
  const made = accountNamed(FALLBACK_NAME);
  if (made === null) throw new StackError('NO_SERVER_ACCOUNT', `The user ${FALLBACK_NAME} can't be found.`);
  return made;
};
