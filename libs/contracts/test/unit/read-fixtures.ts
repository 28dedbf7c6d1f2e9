import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

export interface Fixture {
  /** Name of the log or message. */
  readonly folder: string;
  /** What stands before the version: an event of the log, or the message's own name. */
  readonly entry: string;
  readonly file: string;
  readonly value: unknown;
}

/** Every payload that a shipped version has sent: `<log or message>/<event>[.<case>].v<n>.json`. */
export const readFixtures = (): Fixture[] =>
  readdirSync(FIXTURES).flatMap((folder) =>
    readdirSync(join(FIXTURES, folder)).map((name) => ({
      folder,
      entry: name.split('.')[0] ?? '',
      file: `${folder}/${name}`,
      value: JSON.parse(readFileSync(join(FIXTURES, folder, name), 'utf8')) as unknown,
    })),
  );
