import type { Terminal } from '@xterm/headless';

/** What of the terminal's inner state its public API doesn't show. All optional: another version may lack it. */
interface Inner {
  _core?: {
    coreService?: { isCursorHidden?: boolean };
    coreMouseService?: { activeEncoding?: string };
    buffer?: { scrollTop?: number; scrollBottom?: number; x?: number; y?: number };
  };
}

/** Sequences for the modes that the serializer leaves out: hidden cursor, mouse encoding, scroll region. */
export function missingModes(terminal: Terminal): string {
  const core = (terminal as unknown as Inner)._core;
  let sequence = '';
  const encoding = core?.coreMouseService?.activeEncoding;
  if (encoding === 'SGR') sequence += '\x1b[?1006h';
  if (encoding === 'SGR_PIXELS') sequence += '\x1b[?1016h';
  const { scrollTop = 0, scrollBottom = terminal.rows - 1 } = core?.buffer ?? {};
  const hasRegion = scrollTop !== 0 || scrollBottom !== terminal.rows - 1;
  if (hasRegion) sequence += `\x1b[${scrollTop + 1};${scrollBottom + 1}r`;
  if (hasRegion || terminal.modes.originMode) sequence += cursorTo(terminal, terminal.modes.originMode ? scrollTop : 0);
  if (core?.coreService?.isCursorHidden) sequence += '\x1b[?25l';
  return sequence;
}

/** Setting a region or the origin mode moves the cursor; this puts it back. */
const cursorTo = (terminal: Terminal, top: number): string =>
  `\x1b[${terminal.buffer.active.cursorY - top + 1};${terminal.buffer.active.cursorX + 1}H`;

const MAX_STACK = 16;

/**
 * Keyboard protocols that this terminal doesn't know and a viewer's may: the flags of the kitty protocol and
 * xterm's modifyOtherKeys. Only remembered, so that a replay can carry them.
 */
export function trackKeyboardModes(terminal: Terminal): { sequence(): string } {
  let kitty: number[] = [];
  let otherKeys = 0;
  const number = (params: (number | number[])[], index: number): number => {
    const value = params[index];
    return typeof value === 'number' ? value : (value?.[0] ?? 0);
  };
  terminal.parser.registerCsiHandler({ prefix: '>', final: 'u' }, (params) => {
    kitty = [...kitty, number(params, 0)].slice(-MAX_STACK);
    return false;
  });
  terminal.parser.registerCsiHandler({ prefix: '<', final: 'u' }, (params) => {
    kitty = kitty.slice(0, Math.max(0, kitty.length - Math.max(1, number(params, 0))));
    return false;
  });
  terminal.parser.registerCsiHandler({ prefix: '>', final: 'm' }, (params) => {
    if (number(params, 0) === 4) otherKeys = number(params, 1);
    return false;
  });
  const reset = (): boolean => {
    kitty = [];
    otherKeys = 0;
    return false;
  };
  terminal.parser.registerEscHandler({ final: 'c' }, reset);
  return {
    sequence: () => kitty.map((flags) => `\x1b[>${flags}u`).join('') + (otherKeys > 0 ? `\x1b[>4;${otherKeys}m` : ''),
  };
}
