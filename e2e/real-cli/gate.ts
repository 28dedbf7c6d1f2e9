import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@pitwall/service-kit/testing';
import { pidsWith } from '../support/processes.js';

/** Something that an agent waits for until the test lets it go on. */
export interface Gate {
  readonly path: string;
  open(): void;
}

let serial = 0;

/** A file that the model waits for: `[[until: ${gate.path}]]`. */
export function modelGate(folder: string): Gate {
  const path = join(folder, `.go-${(serial += 1)}`);
  return { path, open: () => writeFileSync(path, '') };
}

/** A pipe: `cat` of it is a command that needs no permission and ends when the pipe is opened for writing. */
export function commandGate(folder: string): Gate & { readonly command: string; running(): Promise<void> } {
  const path = join(folder, `pipe-${(serial += 1)}`);
  execFileSync('mkfifo', [path]);
  return {
    path,
    command: `cat ${path}`,
    running: async () => {
      await eventually(() => pidsWith(`cat ${path}`).length > 0, { timeoutMs: 30_000 });
    },
    open: () => closeSync(openSync(path, 'w')),
  };
}
