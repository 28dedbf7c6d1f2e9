import type { ISearchOptions, SearchAddon } from '@xterm/addon-search';
import { watched, type Watched } from '../../app/watched.js';

export interface Found {
  /** From 0; -1 while there are more than are counted. */
  readonly at: number;
  readonly count: number;
}

export interface ScreenSearch {
  readonly found: Watched<Found | null>;
  next(text: string): void;
  previous(text: string): void;
  end(): void;
}

/** Marks in ink and grey: colours are for statuses. */
function options(): ISearchOptions {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    decorations: {
      matchBackground: token('--selected'),
      matchOverviewRuler: token('--control'),
      activeMatchBackground: token('--line-strong'),
      activeMatchBorder: token('--text'),
      activeMatchColorOverviewRuler: token('--text'),
    },
  };
}

export function searchIn(search: SearchAddon): ScreenSearch {
  const found = watched<Found | null>(null);
  search.onDidChangeResults(({ resultIndex, resultCount }) => found.set({ at: resultIndex, count: resultCount }));
  return {
    found,
    next: (text) => void search.findNext(text, options()),
    previous: (text) => void search.findPrevious(text, options()),
    end() {
      search.clearDecorations();
      found.set(null);
    },
  };
}
