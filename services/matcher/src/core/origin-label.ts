import type { HookData } from '@pitwall/contracts';

/** M-02, X-50: where an agent runs that Pitwall did not start. TERM_PROGRAM is asked before the ancestors. */
export const ORIGIN_LABELS = [
  { label: 'VS Code', termProgram: /^vscode$/i, command: /(^|\/)(code|code-server|cursor)(\s|$)/i },
  { label: 'JetBrains', termProgram: /jetbrains|jediterm/i, command: /(idea|pycharm|webstorm|goland|clion|rider)/i },
  { label: 'iTerm', termProgram: /^iterm/i, command: /iterm/i },
  { label: 'Warp', termProgram: /^warp/i, command: /(^|\/)warp/i },
  { label: 'Kitty', termProgram: /^kitty$/i, command: /(^|\/)kitty(\s|$)/i },
  { label: 'Ghostty', termProgram: /^ghostty$/i, command: /(^|\/)ghostty(\s|$)/i },
  { label: 'Alacritty', termProgram: /^alacritty$/i, command: /(^|\/)alacritty(\s|$)/i },
  { label: 'WezTerm', termProgram: /^wezterm$/i, command: /(^|\/)wezterm/i },
  { label: 'Hyper', termProgram: /^hyper$/i, command: /(^|\/)hyper(\s|$)/i },
  { label: 'tmux', termProgram: /^tmux$/i, command: /(^|\/)tmux(:|\s|$)/i },
] as const;

const OTHERWISE = 'Terminal';

export function originLabel(hook: Pick<HookData, 'termProgram' | 'ancestors'>): string {
  const { termProgram, ancestors } = hook;
  const byProgram = termProgram === null ? undefined : ORIGIN_LABELS.find((row) => row.termProgram.test(termProgram));
  const byAncestor = () => ORIGIN_LABELS.find((row) => ancestors.some((process) => row.command.test(process.command)));
  return (byProgram ?? byAncestor())?.label ?? OTHERWISE;
}
