import { useEffect, useRef } from 'react';

/** What a key does; the key is `event.key`, with `g ` before it for one that follows g. */
export type Shortcuts = Readonly<Record<string, () => void>>;

interface Layer {
  readonly keys: () => Shortcuts;
}

/** Newest last: what was put on top of the page answers first. */
const layers: Layer[] = [];
const SEQUENCE_MS = 1_200;
let leaderAt = 0;

/** Single keys never fire in a text field or while the terminal has the keyboard. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [data-takes-keys]') !== null);

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const follows = event.timeStamp - leaderAt < SEQUENCE_MS;
  const name = follows ? `g ${event.key}` : event.key;
  leaderAt = event.key === 'g' && !follows ? event.timeStamp : 0;
  for (const layer of [...layers].reverse()) {
    const action = layer.keys()[name];
    if (!action) continue;
    event.preventDefault();
    action();
    return;
  }
}

/** Keys that work while this component is on the screen and `active`. */
export function useShortcuts(keys: Shortcuts, active = true): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    if (!active) return;
    const layer: Layer = { keys: () => newest.current };
    layers.push(layer);
    if (layers.length === 1) document.addEventListener('keydown', onKey);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener('keydown', onKey);
    };
  }, [active]);
}
