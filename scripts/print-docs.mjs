// Prints the documents that are made from tables in the code; run after a build. With --check it writes nothing and
// exits 1 when one of them is not what the tables say.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesPage } from './docs/messages.mjs';
import { sessionStatesPage } from './docs/session-states.mjs';

const root = join(import.meta.dirname, '..');

const PAGES = [
  { file: 'docs/session-states.md', print: sessionStatesPage },
  { file: 'docs/messages.md', print: messagesPage },
];

const present = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

const check = process.argv.includes('--check');
for (const { file, print } of PAGES) {
  const path = join(root, file);
  const text = await print(root);
  if (present(path) === text) continue;
  if (check) {
    console.error(`${file} is not what the code says. Print it anew: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    console.log(`printed ${file}`);
  }
}
