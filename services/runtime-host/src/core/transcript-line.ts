/** What of a line of Claude's transcript tells whether a turn was interrupted. */
export interface MainLine {
  isInterruption: boolean;
  /** Epoch ms. */
  since: number;
}

const MARK = '[Request interrupted by user';

/** A line of the main conversation; null: a subagent's, or a note of the CLI's own. */
export function mainLine(line: string): MainLine | null {
  let value: { type?: unknown; isSidechain?: unknown; timestamp?: unknown; message?: { content?: unknown } };
  try {
    value = JSON.parse(line) as typeof value;
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if ((value.type !== 'user' && value.type !== 'assistant') || value.isSidechain === true) return null;
  const since = Date.parse(String(value.timestamp));
  if (Number.isNaN(since)) return null;
  return { isInterruption: value.type === 'user' && textOf(value.message?.content).startsWith(MARK), since };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const [first] = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : [];
  return first?.type === 'text' && typeof first.text === 'string' ? first.text : '';
}
