import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module of the build. */
export const built = (root, path) => import(pathToFileURL(join(root, path)).href);

const cell = (value) => String(value ?? '').replaceAll('|', '\\|');

/** A table; the header's names are the row's keys unless given as [key, title]. */
export const table = (columns, rows) => {
  const named = columns.map((column) => (Array.isArray(column) ? column : [column, column]));
  return [
    `| ${named.map(([, title]) => title).join(' | ')} |`,
    `|${named.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${named.map(([key]) => cell(row[key])).join(' | ')} |`),
  ].join('\n');
};

export const code = (text) => `\`${text}\``;

/** 8000 → "8 s", 300000 → "5 min". */
export const duration = (ms) => {
  if (ms === 0) return 'off';
  if (ms % 86_400_000 === 0) return `${ms / 86_400_000} d`;
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return `${ms / 1_000} s`;
};

export const PRINTED = 'Printed from the code by `npm run docs`; change the tables, not this page.';

export const page = (...parts) => `${parts.join('\n\n')}\n`;
