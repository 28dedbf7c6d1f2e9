import type { Session } from '../../app/session-store.js';
import { changesBetween, linesOfPatch, newLines, type DiffLine } from './diff-lines.js';
import { commandRisks, isOutside, type Risk } from './command-risks.js';

export type Request = Session['requests'][number];

/** What a request asks for, as far as its tool is known; everything of it is shown before it can be allowed. */
export type Asked =
  | { kind: 'command'; command: string; risks: Risk[]; description: string | null; details: string[] }
  | { kind: 'edit'; file: string | null; lines: DiffLine[]; numbered: boolean; risks: Risk[]; details: string[] }
  | { kind: 'arguments'; server: string | null; tool: string; fields: [string, string][]; json: string }
  | { kind: 'question'; questions: Question[] }
  | { kind: 'plan'; text: string }
  | { kind: 'cut'; head: string };

export interface Question {
  readonly text: string;
  readonly options: { label: string; description: string }[];
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function readAsked({ kind, tool, input, inputRef }: Request, cwd: string): Asked {
  if (inputRef !== null) return { kind: 'cut', head: text(input) ?? JSON.stringify(input, null, 2) };
  const fields = fieldsOf(input);
  if (kind === 'question') return { kind, questions: questionsOf(fields) };
  if (kind === 'plan') return { kind, text: text(fields['plan']) ?? JSON.stringify(input, null, 2) };
  return editOf(tool, fields, cwd) ?? commandOf(fields, cwd) ?? argumentsOf(tool, input);
}

/** Names that the tools give to what is shown; a field beyond them is shown as it is, never left out. */
const detailsOf = (fields: Fields, shown: readonly string[]): string[] =>
  Object.entries(fields)
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => `${name}: ${text(value) ?? JSON.stringify(value)}`);

function commandOf(fields: Fields, cwd: string): Asked | null {
  const command = text(fields['command']);
  if (command === null) return null;
  const details = detailsOf(fields, ['command', 'description']);
  return {
    kind: 'command',
    command,
    risks: commandRisks(command, cwd),
    description: text(fields['description']),
    details,
  };
}

function editOf(tool: string, fields: Fields, cwd: string): Asked | null {
  const patch = text(fields['command']) ?? text(fields['input']);
  if (tool === 'apply_patch' && patch !== null)
    return { kind: 'edit', file: null, lines: linesOfPatch(patch), numbered: false, risks: [], details: [] };
  const file = text(fields['file_path']) ?? text(fields['notebook_path']);
  if (file === null) return null;
  const risks: Risk[] = isOutside(file, cwd) ? ['writes outside the folder'] : [];
  const edit = (lines: DiffLine[], shown: string[], numbered = false): Asked => {
    const details = detailsOf(fields, ['file_path', 'notebook_path', ...shown]);
    return { kind: 'edit', file: fileName(file, cwd), lines, numbered, risks, details };
  };
  const [before, after] = [text(fields['old_string']), text(fields['new_string'])];
  const content = text(fields['content']) ?? text(fields['new_source']);
  if (tool === 'Edit' && before !== null && after !== null)
    return edit(changesBetween(before, after), ['old_string', 'new_string']);
  if (tool === 'MultiEdit' && Array.isArray(fields['edits'])) return edit(linesOfEdits(fields['edits']), ['edits']);
  if ((tool === 'Write' || tool === 'NotebookEdit') && content !== null)
    return edit(newLines(content), ['content', 'new_source'], true);
  return null;
}

/** Below the folder its own part of the path says it all; any other file keeps its whole path. */
const fileName = (file: string, cwd: string): string =>
  file.startsWith(`${cwd}/`) && !isOutside(file, cwd) ? file.slice(cwd.length + 1) : file;

const linesOfEdits = (edits: unknown[]): DiffLine[] =>
  edits.flatMap((one, index) => {
    const { old_string: before, new_string: after, ...more } = fieldsOf(one);
    const also = detailsOf(more, []).join(', ');
    const head: DiffLine = { kind: 'head', text: `Change ${index + 1} of ${edits.length}${also && `, ${also}`}` };
    return [head, ...changesBetween(text(before) ?? '', text(after) ?? '')];
  });

function argumentsOf(tool: string, input: unknown): Asked {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  const fields = Object.entries(fieldsOf(input)).map(([key, value]): [string, string] => [
    key,
    text(value) ?? JSON.stringify(value, null, 2),
  ]);
  return {
    kind: 'arguments',
    server: server ?? null,
    tool: name ?? tool,
    fields,
    json: JSON.stringify(input, null, 2),
  };
}

const questionsOf = (fields: Fields): Question[] => {
  const given = list(fields['questions']);
  return (given.length > 0 ? given : [fields]).map((one) => ({
    text: text(fieldsOf(one)['question']) ?? JSON.stringify(one, null, 2),
    options: list(fieldsOf(one)['options']).map((option) => ({
      label: text(option) ?? text(fieldsOf(option)['label']) ?? JSON.stringify(option),
      description: text(fieldsOf(option)['description']) ?? '',
    })),
  }));
};
