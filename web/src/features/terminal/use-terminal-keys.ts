import { useEffect } from 'react';
import { copyText } from '../../ui/copy-text.js';
import type { TerminalScreen } from './terminal-screen.js';

interface TerminalKeys {
  readonly screen: TerminalScreen | null;
  readonly onSearch: () => void;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea:not(.xterm-helper-textarea), select') !== null;

/** The few keys that are ours even while the terminal has the keyboard; heard before the terminal hears them. */
export function useTerminalKeys({ screen, onSearch }: TerminalKeys): void {
  useEffect(() => {
    if (!screen) return;
    const toggle = (): void => (screen.state.get().held ? screen.giveBack() : screen.take());
    const copy = (): void => void copyText(screen.selection());
    const actionOf = ({ code, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): (() => void) | null => {
      if (ctrlKey && code === 'Backquote') return toggle;
      if (ctrlKey && shiftKey && code === 'KeyF') return onSearch;
      if (!(ctrlKey || metaKey) || code !== 'KeyC' || screen.selection() === '') return null;
      // Ctrl-C belongs to the agent while it has the keyboard.
      return shiftKey || metaKey || (!screen.state.get().held && !isField(target)) ? copy : null;
    };
    const onKey = (event: KeyboardEvent): void => {
      const action = event.altKey ? null : actionOf(event);
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [screen, onSearch]);
}
