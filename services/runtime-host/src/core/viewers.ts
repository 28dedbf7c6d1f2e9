export interface Size {
  cols: number;
  rows: number;
}

/** Who looks at a terminal, how far they have read, and since when they were silent. */
export interface Viewer extends Size {
  ackedOffset: number;
  heardAt: number;
  /** Output was left out meanwhile: it needs a screen before more data makes sense. */
  needsScreen: boolean;
}

/** The smallest attached viewer in each direction; null when nobody is left, who then keeps the last size. */
export function smallestSize(viewers: Iterable<Size>): Size | null {
  let smallest: Size | null = null;
  for (const { cols, rows } of viewers) {
    smallest = smallest ? { cols: Math.min(smallest.cols, cols), rows: Math.min(smallest.rows, rows) } : { cols, rows };
  }
  return smallest;
}

/** May output be published? As long as one viewer keeps up. */
export function someoneKeepsUp(viewers: Iterable<Viewer>, publishedOffset: number, windowBytes: number): boolean {
  for (const viewer of viewers) if (publishedOffset - viewer.ackedOffset <= windowBytes) return true;
  return false;
}
