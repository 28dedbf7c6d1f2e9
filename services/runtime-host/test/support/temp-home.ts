import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder {
  path: string;
  /** An executable script in it; returns its path. */
  script(name: string, text: string): string;
  remove(): void;
}

export function tempFolder(prefix = 'pw-'): TempFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  return {
    path,
    script: (name, text) => {
      const file = join(path, name);
      writeFileSync(file, text);
      chmodSync(file, 0o755);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}
