import type { Asked } from './asked.js';

/** What a list has room for without scrolling. */
const LINES = 12;
/** Characters of code that the narrowest list shows in a line. */
const COLUMNS = 40;

const wrapped = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);

/** Whether all of it stands in the list. */
export function fitsCompact(asked: Asked): boolean {
  switch (asked.kind) {
    case 'command':
      return wrapped(asked.command) + asked.details.length <= LINES;
    case 'edit':
      return asked.lines.reduce((sum, line) => sum + wrapped(line.text), asked.details.length) <= LINES;
    case 'arguments':
      return asked.fields.reduce((sum, [, value]) => sum + wrapped(value), 0) + wrapped(asked.json) <= LINES;
    case 'question':
      return asked.questions.reduce((sum, { text, options }) => sum + wrapped(text) + options.length, 0) <= LINES;
    case 'plan':
      return wrapped(asked.text) <= LINES;
    case 'cut':
      return false;
  }
}
