import '@xterm/xterm/css/xterm.css';
import { watched, type Watched } from '../../app/watched.js';
import { createXterm, drawWithGraphicsCard } from './create-xterm.js';
import { fitToArea } from './fit-to-area.js';
import { searchIn, type ScreenSearch } from './screen-search.js';
import { onColorScheme, terminalColors } from './terminal-colors.js';
import { openTerminalSocket, type SocketState } from './terminal-socket.js';

export interface ScreenState {
  readonly socket: SocketState;
  /** Whether what is typed goes to the agent. */
  readonly held: boolean;
  /** Whether the next character is typed with Ctrl. */
  readonly ctrl: boolean;
  /** False until something has been drawn since the line was opened. */
  readonly drawn: boolean;
}

export interface TerminalScreen {
  readonly state: Watched<ScreenState>;
  readonly search: ScreenSearch;
  /** What is typed goes to the agent from now on. */
  take(options?: { focus: boolean }): void;
  giveBack(): void;
  /** Types these bytes, as a key would. */
  press(keys: string): void;
  armCtrl(): void;
  paste(text: string): void;
  setFontSize(size: number): void;
  setFitted(fitted: boolean): void;
  text(): string;
  selection(): string;
  close(): void;
}

interface ScreenOptions {
  readonly area: HTMLElement;
  readonly terminalId: string;
  readonly fontSize: number;
  readonly onLink: (address: string) => void;
}

const encoder = new TextEncoder();

/** A terminal in an element of the page: a viewer, until it takes the keyboard. */
export function openScreen({ area, terminalId, fontSize, onLink }: ScreenOptions): TerminalScreen {
  const state = watched<ScreenState>({ socket: 'connecting', held: false, ctrl: false, drawn: false });
  const set = (change: Partial<ScreenState>): void => state.set({ ...state.get(), ...change });
  const { terminal, fit, search } = createXterm({ fontSize, onLink });
  terminal.open(area);
  drawWithGraphicsCard(terminal);

  const setHeld = (held: boolean): void => {
    terminal.options.disableStdin = !held;
    if (terminal.textarea) terminal.textarea.tabIndex = held ? 0 : -1;
    area.toggleAttribute('data-takes-keys', held);
    set({ held, ctrl: false });
  };
  setHeld(false);

  const socket = openTerminalSocket({
    terminalId,
    size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    onBytes: (bytes) => {
      if (!state.get().drawn) set({ drawn: true });
      // Told only once the screen has it, so that no more is ever under way than the gateway's window.
      terminal.write(bytes, () => socket.took(bytes.length));
    },
    onState: (next) => {
      if (next !== 'open') setHeld(false);
      set({ socket: next, ...(next === 'reconnecting' && { drawn: false }) });
    },
  });

  const fitting = fitToArea({ area, terminal, fit, onSize: (size) => socket.resize(size) });

  const type = (text: string): void => {
    const { held, ctrl } = state.get();
    if (!held) return;
    if (ctrl) set({ ctrl: false });
    const isLetter = ctrl && /^[a-zA-Z@[\\\]^_]$/.test(text);
    socket.send(encoder.encode(isLetter ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 0x1f) : text));
  };
  const disposables = [
    terminal.onData(type),
    terminal.onBinary((data) => socket.send(Uint8Array.from(data, (character) => character.charCodeAt(0)))),
  ];
  const forgetScheme = onColorScheme(() => (terminal.options.theme = terminalColors()));

  const screen: TerminalScreen = {
    state,
    search: searchIn(search),
    take({ focus } = { focus: true }) {
      if (state.get().socket !== 'open') return;
      setHeld(true);
      if (focus) terminal.focus();
    },
    giveBack() {
      setHeld(false);
      terminal.blur();
    },
    press: (keys) => terminal.input(keys, true),
    armCtrl: () => set({ ctrl: !state.get().ctrl }),
    paste: (text) => terminal.paste(text),
    setFontSize(size) {
      terminal.options.fontSize = size;
      fitting.fit();
    },
    setFitted: (fitted) => fitting.setFitted(fitted),
    text() {
      const { active } = terminal.buffer;
      const lines = Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.viewportY + row));
      return lines
        .map((line) => line?.translateToString(true) ?? '')
        .join('\n')
        .trimEnd();
    },
    selection: () => terminal.getSelection(),
    close() {
      forgetScheme();
      fitting.stop();
      socket.close();
      for (const one of disposables) one.dispose();
      terminal.dispose();
    },
  };
  return screen;
}
