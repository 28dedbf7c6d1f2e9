import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type HomePaths, privateFolder, readTextFile, writePrivateFile } from './home.js';
import { isRoot, serverAccount, type ServerAccount } from './postgres-account.js';
import { stopPostgres } from './postgres-process.js';
import { StackError } from './stack-error.js';

/** A 0700 home can't be entered by the user whom root starts the server as, so that one's data lives here. */
export const SYSTEM_FOLDER = '/var/lib/pitwall';

const placeState = z.object({
  /** Also stands beside the cluster, so that no other home's data is taken for ours. */
  id: z.string(),
  folder: z.string(),
  port: z.number().int().nullable(),
  password: z.string(),
  /** False until the database has been made: what is there before that holds nothing. */
  initialised: z.boolean(),
});
export type PlaceState = z.infer<typeof placeState>;

export interface PostgresPlace {
  readonly state: PlaceState;
  /** The server's data directory. */
  readonly cluster: string;
  /** Whom to become; null = stay who we are. */
  readonly account: ServerAccount | null;
  save(changes: Partial<Pick<PlaceState, 'port' | 'initialised'>>): void;
}

const statePath = (home: HomePaths): string => join(home.data, 'postgres', 'state.json');
const markerPath = (folder: string): string => join(folder, 'belongs-to.json');
export const clusterIn = (folder: string): string => join(folder, 'cluster');

const systemFolderFor = (home: HomePaths): string =>
  join(SYSTEM_FOLDER, createHash('sha256').update(home.root).digest('hex').slice(0, 12));

export const readPlaceState = (home: HomePaths): PlaceState | null => {
  const text = readTextFile(statePath(home));
  return text === null ? null : placeState.parse(JSON.parse(text));
};

const markedId = (folder: string): string | null => {
  const text = readTextFile(markerPath(folder));
  return text === null ? null : (JSON.parse(text) as { id: string }).id;
};

/** Everybody may pass through, nobody may look around. */
export const openSystemFolder = (): void => {
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  chmodSync(SYSTEM_FOLDER, 0o755);
};

const makeFolder = (folder: string, account: ServerAccount | null, home: HomePaths): void => {
  if (account !== null) openSystemFolder();
  privateFolder(folder);
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const id = readPlaceState(home)?.id;
  writeFileSync(markerPath(folder), `${JSON.stringify({ id, home: home.root })}\n`, { mode: 0o600 });
};

/** A home that was deleted and made anew finds its old data here: not ours to use, not ours to delete. */
const setAside = async (folder: string): Promise<void> => {
  if (!existsSync(clusterIn(folder))) return;
  await stopPostgres(clusterIn(folder));
  renameSync(folder, `${folder}.of-a-deleted-home-${randomBytes(3).toString('hex')}`);
};

const firstState = async (home: HomePaths): Promise<PlaceState> => {
  const folder = isRoot() ? systemFolderFor(home) : join(home.data, 'postgres');
  if (isRoot()) await setAside(folder);
  const password = randomBytes(24).toString('base64url');
  const id = randomBytes(12).toString('base64url');
  return { id, folder, port: null, password, initialised: false };
};

/** Root becomes whoever owns the data, so that a home first used by an ordinary user stays theirs. */
const accountFor = (folder: string): ServerAccount | null => {
  if (!isRoot()) return null;
  if (!existsSync(folder)) return serverAccount();
  const { uid, gid } = statSync(folder);
  return uid === 0 ? serverAccount() : { name: `user ${uid}`, uid, gid };
};

export const openPlace = async (home: HomePaths): Promise<PostgresPlace> => {
  privateFolder(join(home.data, 'postgres'));
  let state = readPlaceState(home) ?? (await firstState(home));
  const save = (changes: Partial<PlaceState>) => {
    state = { ...state, ...changes };
    writePrivateFile(statePath(home), `${JSON.stringify(state)}\n`);
  };
  save({});
  const account = accountFor(state.folder);
  const cluster = clusterIn(state.folder);
  if (!state.initialised) {
    makeFolder(state.folder, account, home);
    await stopPostgres(cluster);
    rmSync(cluster, { recursive: true, force: true });
  } else if (markedId(state.folder) !== state.id || !existsSync(cluster)) {
    throw new StackError(
      'DATABASE_GONE',
      `The database of this home isn't in ${state.folder} any more.`,
      `Put it back, or delete ${statePath(home)} to begin with an empty one.`,
    );
  }
  return {
    get state() {
      return state;
    },
    cluster,
    account,
    save,
  };
};
