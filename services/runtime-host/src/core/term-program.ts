type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that don't set TERM_PROGRAM show by a variable of their own; tmux last, as it runs in any of them. */
const MARKS: readonly (readonly [variable: string, program: string])[] = [
  ['KITTY_WINDOW_ID', 'kitty'],
  ['GHOSTTY_RESOURCES_DIR', 'ghostty'],
  ['ALACRITTY_WINDOW_ID', 'Alacritty'],
  ['ALACRITTY_SOCKET', 'Alacritty'],
  ['WEZTERM_PANE', 'WezTerm'],
  ['TMUX', 'tmux'],
];

/** The terminal program as its processes' environment names it; the hook script does the same in sh. */
export function termProgram(env: Environment): string | null {
  const named = env.TERM_PROGRAM || env.TERMINAL_EMULATOR;
  if (named) return /^[A-Za-z0-9._:-]{1,64}$/.test(named) ? named : null;
  return MARKS.find(([variable]) => env[variable])?.[1] ?? null;
}
