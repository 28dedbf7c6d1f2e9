import type { ScreenState, TerminalScreen } from './terminal-screen.js';
import classes from './key-row.module.css';

interface KeyRowProps {
  readonly screen: TerminalScreen | null;
  readonly state: ScreenState;
  readonly fitted: boolean;
  readonly onFit: () => void;
}

const KEYS = [
  { shown: 'Esc', label: 'Escape', types: '\x1b' },
  { shown: 'Tab', label: 'Tab', types: '\t' },
  { shown: '↑', label: 'Up', types: '\x1b[A' },
  { shown: '↓', label: 'Down', types: '\x1b[B' },
  { shown: '⏎', label: 'Enter', types: '\r' },
] as const;

/** Keys that a phone's keyboard lacks. Pressing one is typing, so it takes the keyboard too. */
export function KeyRow({ screen, state, fitted, onFit }: KeyRowProps) {
  const press = (keys: string) => (): void => {
    // Without the focus, which would bring up the phone's own keyboard over the screen.
    if (!state.held) screen?.take({ focus: false });
    screen?.press(keys);
  };
  const paste = (): void => {
    void navigator.clipboard.readText().then((text) => {
      if (!state.held) screen?.take({ focus: false });
      screen?.paste(text);
    });
  };
  const [escape, tab, ...others] = KEYS.map(({ shown, label, types }) => (
    <button key={label} type="button" aria-label={shown.length > 1 ? undefined : label} onClick={press(types)}>
      {shown}
    </button>
  ));
  return (
    <div className={classes['keys']} role="toolbar" aria-label="Keys" onPointerDown={(event) => event.preventDefault()}>
      {escape}
      {tab}
      <button
        type="button"
        aria-pressed={state.ctrl}
        onClick={() => {
          if (!state.held) screen?.take();
          screen?.armCtrl();
        }}
      >
        Ctrl
      </button>
      {others}
      {navigator.clipboard && (
        <button type="button" onClick={paste}>
          Paste
        </button>
      )}
      <button type="button" aria-pressed={fitted} onClick={onFit}>
        Fit
      </button>
    </div>
  );
}
