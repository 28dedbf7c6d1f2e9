import { describe, expect, it } from '@jest/globals';
import { originLabel } from '../../src/core/origin-label.js';

const ancestors = (...commands: string[]) => commands.map((command, i) => ({ pid: i + 2, startTime: '1', command }));

describe('where an agent runs', () => {
  it.each([
    ['vscode', 'VS Code'],
    ['JetBrains-JediTerm', 'JetBrains'],
    ['iTerm.app', 'iTerm'],
    ['WarpTerminal', 'Warp'],
    ['kitty', 'Kitty'],
    ['ghostty', 'Ghostty'],
    ['Alacritty', 'Alacritty'],
    ['WezTerm', 'WezTerm'],
    ['Hyper', 'Hyper'],
    ['tmux', 'tmux'],
    ['Apple_Terminal', 'Terminal'],
    [null, 'Terminal'],
  ])('M-02 TERM_PROGRAM %s is %s', (termProgram, label) => {
    expect(originLabel({ termProgram, ancestors: [] })).toBe(label);
  });

  it.each([
    [['claude', 'zsh', '/usr/share/code/code --type=ptyHost'], 'VS Code'],
    [['claude', 'bash', '/opt/idea/bin/idea.sh'], 'JetBrains'],
    [['claude', 'bash', 'tmux: server'], 'tmux'],
    [['claude', '-zsh', 'login', '/System/Applications/Utilities/Terminal.app'], 'Terminal'],
  ])('M-02 ancestors %j are %s', (commands, label) => {
    expect(originLabel({ termProgram: null, ancestors: ancestors(...commands) })).toBe(label);
  });

  it('X-50 TERM_PROGRAM is asked before the ancestors', () => {
    expect(originLabel({ termProgram: 'vscode', ancestors: ancestors('claude', 'tmux: server') })).toBe('VS Code');
  });
});
