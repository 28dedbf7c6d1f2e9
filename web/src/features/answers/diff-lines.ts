import { diffLines } from 'diff';

export interface DiffLine {
  readonly kind: 'same' | 'add' | 'del' | 'head';
  readonly text: string;
}

/** A text's lines; an end without a line break is no line of its own. */
const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  return lines.at(-1) === '' && lines.length > 1 ? lines.slice(0, -1) : lines;
};

/** The whole of both texts, one under the other where they differ. */
export const changesBetween = (before: string, after: string): DiffLine[] =>
  diffLines(before, after).flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): DiffLine => ({ kind: added ? 'add' : removed ? 'del' : 'same', text })),
  );

export const newLines = (content: string): DiffLine[] =>
  content === '' ? [] : linesOf(content).map((text) => ({ kind: 'add', text }));

/** A patch in the form of Codex: its own marks say what each line is. */
export const linesOfPatch = (patch: string): DiffLine[] =>
  linesOf(patch).map((line) => {
    if (line.startsWith('+')) return { kind: 'add', text: line.slice(1) };
    if (line.startsWith('-')) return { kind: 'del', text: line.slice(1) };
    if (line.startsWith(' ')) return { kind: 'same', text: line.slice(1) };
    return { kind: 'head', text: line };
  });

export const countOf = (lines: readonly DiffLine[], kind: DiffLine['kind']): number =>
  lines.filter((line) => line.kind === kind).length;
