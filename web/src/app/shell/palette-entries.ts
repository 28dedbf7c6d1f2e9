import type { Session } from '../session-store.js';

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** What else it is found by, shown beside the title. */
  readonly detail: string;
  readonly keys: string;
  /** Set for a session, which is shown with its status. */
  readonly session: Session | null;
  readonly run: () => void;
}

const SHOWN_MOST = 40;

/** 0 for a title that begins with the words, then titles, then whatever else was found. */
function place({ title, detail }: PaletteEntry, words: readonly string[]): number {
  const name = title.toLowerCase();
  if (name.startsWith(words.join(' '))) return 0;
  if (words.every((word) => name.includes(word))) return 1;
  return words.every((word) => `${name} ${detail.toLowerCase()}`.includes(word)) ? 2 : -1;
}

/** The entries that have every word, best first; in their given order where they are as good. */
export function findEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.slice(0, SHOWN_MOST);
  return entries
    .map((entry) => ({ entry, at: place(entry, words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, SHOWN_MOST)
    .map(({ entry }) => entry);
}
