import { useLayoutEffect, useRef } from 'react';
import { useWatched } from './dashboard-state.js';
import { watched } from './watched.js';

/**
 * What a key does; the key is `event.key`, with `g ` before it for one that follows g, and `mod+` before it for one
 * with ⌘ or ctrl.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Layer {
  readonly keys: () => Shortcuts;
  readonly alone: boolean;
}

/** Newest last: what was put on top of the page answers first. */
const layers: Layer[] = [];
const working = watched<string>('');
const SEQUENCE_MS = 1_200;
/** Long ago: time begins anew with each page. */
const NEVER = -Infinity;
let leaderAt = NEVER;

const heard = (): readonly Layer[] => {
  const top = layers.findLastIndex(({ alone }) => alone);
  return layers.slice(Math.max(0, top)).reverse();
};

const tellWorking = (): void => {
  const names = heard().flatMap(({ keys }) => Object.keys(keys()));
  const next = [...new Set(names)].sort().join('\n');
  if (next !== working.get()) working.set(next);
};

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Single keys never fire in a text field or while the terminal has the keyboard. */
const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && target.isContentEditable) ||
  within(target, 'input, textarea, select, [role="menu"], [data-takes-keys]');

function nameOf(event: KeyboardEvent): string | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    return within(event.target, '[data-takes-keys], .xterm') ? null : `mod+${event.key.toLowerCase()}`;
  }
  if (isTyping(event.target)) return null;
  // A focused button or link is pressed by these.
  if ((event.key === 'Enter' || event.key === ' ') && within(event.target, 'button, a[href]')) return null;
  const follows = event.timeStamp - leaderAt < SEQUENCE_MS;
  leaderAt = event.key === 'g' && !follows ? event.timeStamp : NEVER;
  return follows ? `g ${event.key}` : event.key;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const name = nameOf(event);
  if (name === null) return;
  for (const layer of heard()) {
    const action = layer.keys()[name];
    if (!action) continue;
    event.preventDefault();
    action(event);
    return;
  }
}

interface When {
  readonly active?: boolean;
  /** Nothing below hears a key, as under a dialog. */
  readonly alone?: boolean;
}

/** Keys that work while this component is on the screen and `active`. */
export function useShortcuts(keys: Shortcuts, when: boolean | When = {}): void {
  const { active = true, alone = false } = typeof when === 'boolean' ? { active: when } : when;
  const newest = useRef(keys);
  // Before the page is painted: whoever sees it may press a key at once.
  useLayoutEffect(() => {
    newest.current = keys;
    tellWorking();
  });
  useLayoutEffect(() => {
    if (!active) return;
    const layer: Layer = { keys: () => newest.current, alone };
    layers.push(layer);
    if (layers.length === 1) document.addEventListener('keydown', onKey);
    tellWorking();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener('keydown', onKey);
      tellWorking();
    };
  }, [active, alone]);
}

/** The keys that do something right now. */
export const useWorkingKeys = (): ReadonlySet<string> => new Set(useWatched(working).split('\n'));
