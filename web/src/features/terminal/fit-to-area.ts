import type { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import type { Size } from './terminal-socket.js';

/** Long enough to outlast a drag of the window's edge: each size makes the agent draw its screen anew. */
const SETTLED_MS = 100;
/** What a narrow screen shows of a wide terminal by panning, rather than squeezing it for everyone. */
const NARROWEST_COLS = 80;
const NARROW = '(max-width: 820px)';
const MAX_SIDE = 1_000;

interface FitDeps {
  readonly area: HTMLElement;
  readonly terminal: Terminal;
  readonly fit: FitAddon;
  readonly onSize: (size: Size) => void;
}

interface Fitting {
  fit(): void;
  /** On a narrow screen: take its width for the terminal's. */
  setFitted(fitted: boolean): void;
  stop(): void;
}

/** Keeps a terminal as large as its area; one that isn't seen keeps the size it had. */
export function fitToArea({ area, terminal, fit, onSize }: FitDeps): Fitting {
  let fitted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (): void => {
    if (area.clientWidth === 0 || area.clientHeight === 0) return;
    const proposed = fit.proposeDimensions();
    if (!proposed || !(proposed.cols >= 2) || !(proposed.rows >= 2)) return;
    const least = !fitted && window.matchMedia(NARROW).matches ? NARROWEST_COLS : 2;
    const cols = Math.min(MAX_SIDE, Math.max(least, proposed.cols));
    const rows = Math.min(MAX_SIDE, proposed.rows);
    if (cols === terminal.cols && rows === terminal.rows) return;
    terminal.resize(cols, rows);
    onSize({ cols, rows });
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(apply, SETTLED_MS);
  };
  apply();
  const observer = new ResizeObserver(later);
  observer.observe(area);
  return {
    fit: apply,
    setFitted(next) {
      fitted = next;
      apply();
    },
    stop() {
      clearTimeout(timer);
      observer.disconnect();
    },
  };
}
