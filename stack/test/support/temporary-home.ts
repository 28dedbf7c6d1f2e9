import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopStack } from '@pitwall/stack';

export interface TemporaryHome {
  readonly path: string;
  /** Ends what still runs for it and removes it, with the database that root's homes have elsewhere. */
  remove(): Promise<void>;
}

const databaseFolder = (home: string): string | null => {
  const state = join(home, 'data', 'postgres', 'state.json');
  return existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { folder: string }).folder : null;
};

/** A short path of its own, with ports that no other home has. */
export const temporaryHome = (config: Record<string, unknown> = {}): TemporaryHome => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pw-')));
  writeFileSync(join(path, 'config.json'), JSON.stringify({ port: 0, hookPort: 0, ...config }));
  return {
    path,
    remove: async () => {
      await stopStack({ home: path, all: true, log: () => undefined });
      const folder = databaseFolder(path);
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      rmSync(path, { recursive: true, force: true });
    },
  };
};
