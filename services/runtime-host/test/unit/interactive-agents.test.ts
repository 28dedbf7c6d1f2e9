import { describe, expect, it } from '@jest/globals';
import { interactiveAgents } from '../../src/core/interactive-agents.js';
import { rejoinPaths } from '../../src/core/rejoin-paths.js';
import { termProgram } from '../../src/core/term-program.js';
import { parseLsof } from '../../src/os/darwin-lsof.js';
import { parsePs } from '../../src/os/darwin-ps.js';
import { parseEnviron } from '../../src/os/linux-stat.js';
import type { OwnProcess } from '../../src/os/processes.js';

const row = (pid: number, ppid: number, argv: string[], fields: Partial<OwnProcess> = {}): OwnProcess => ({
  ...{ pid, ppid, pgid: pid, sid: pid, tty: '34817', foregroundGroup: pid, zombie: false, startTime: `s${pid}` },
  ...{ ageMs: 0, command: argv[0] ?? '', argv: () => argv, ...fields },
});
const pids = (rows: OwnProcess[]) => interactiveAgents(rows).map(({ cli, row: { pid } }) => `${cli} ${pid}`);

describe('M-03 agents among all processes', () => {
  it('are those with a terminal that a person talks to', () => {
    expect(
      pids([
        row(10, 1, ['-zsh']),
        row(11, 10, ['/usr/bin/claude', '--resume']),
        row(12, 11, ['/bin/bash', '-c', 'claude -p hi']),
        row(13, 12, ['claude', '-p', 'hi']),
        row(14, 10, ['claude'], { tty: null }),
        row(15, 10, ['claude'], { zombie: true }),
        row(16, 10, ['codex', 'exec', 'hi']),
        row(17, 1, ['codex', 'app-server'], { tty: null }),
        row(18, 10, ['codex', 'mcp-server']),
        row(19, 10, ['vim', 'claude']),
        row(20, 10, ['claude', 'mcp', 'serve']),
        row(21, 10, ['claude'], { argv: () => null }),
        row(22, 12, ['claude']),
      ]),
    ).toEqual(['claude 11', 'claude 22']);
  });

  it('an interpreter that only started the same CLI isn’t a second one', () => {
    const rows = [
      row(10, 1, ['bash']),
      row(11, 10, ['node', '/x/bin/codex', '-m', 'gpt']),
      row(12, 11, ['/x/vendor/codex', '-m', 'gpt']),
      row(13, 10, ['node', '/x/bin/claude']),
    ];
    expect(pids(rows)).toEqual(['codex 12', 'claude 13']);
    expect(interactiveAgents(rows)[0]!.ancestors.map(({ pid }) => pid)).toEqual([11, 10]);
  });

  it('a copy of an agent that has yet to become what the agent starts isn’t one', () => {
    const rows = [
      row(10, 1, ['bash']),
      row(11, 10, ['/x/vendor/codex', 'hello']),
      row(12, 11, ['/x/vendor/codex', 'hello']),
      row(13, 10, ['node', '/x/bin/claude']),
      row(14, 13, ['node', '/x/bin/claude']),
      row(15, 11, ['/x/vendor/codex', 'another']),
    ];
    expect(pids(rows)).toEqual(['codex 11', 'claude 13', 'codex 15']);
  });

  it('ancestors end even where pid reuse has made a circle', () => {
    expect(interactiveAgents([row(10, 11, ['sh']), row(11, 10, ['claude'])])).toHaveLength(1);
  });

  it('macOS: what ps prints is taken apart by what is there on disk', () => {
    const text = `
  501     1   501   777 Ss   ttys001  Mon Nov 30 10:00:00 2026 -zsh
  777   501   777   777 S+   ttys001  Mon Nov 30 10:00:05 2026 node /Users/ada/My Tools/bin/claude --resume
  778   501   778   777 S+   ttys002  Mon Nov 30 10:00:05 2026 /Users/ada/My Tools/codex/codex exec fix it
  779   501   779   777 S+   ttys003  Mon Nov 30 10:00:05 2026 /Applications/Some App.app/Contents/MacOS/Some App`;
    const onDisk = [
      '/Users/ada/My Tools/bin/claude',
      '/Users/ada/My Tools/codex/codex',
      '/Applications/Some App.app/Contents/MacOS/Some App',
    ];
    const rows = parsePs(text, 0).map((found) => ({
      ...found,
      argv: () => rejoinPaths(found.argv, (path) => onDisk.includes(path)),
    }));
    expect(rows[2]!.argv()).toEqual(['/Users/ada/My Tools/codex/codex', 'exec', 'fix', 'it']);
    expect(rows[3]!.argv()).toEqual([onDisk[2]]);
    expect(pids(rows)).toEqual(['claude 777']);
  });
});

describe('what the OS tells of a process', () => {
  it('macOS: the files that lsof -Fn lists', () => {
    const text =
      'p501\nfcwd\nn/Users/ada/My Repo\np777\nfcwd\nn/Users/ada\nf12\nn/Users/ada/.codex/x.jsonl\nf13\nnlocalhost:80\n';
    expect([...parseLsof(text)]).toEqual([
      [501, ['/Users/ada/My Repo']],
      [777, ['/Users/ada', '/Users/ada/.codex/x.jsonl']],
    ]);
  });

  it('Linux: its environment', () => {
    expect(parseEnviron('A=1\0B=x=y\nz\0broken\0=C:\0')).toEqual({ A: '1', B: 'x=y\nz' });
  });

  it('X-50 the terminal program, tmux only where no other is named', () => {
    expect(termProgram({ TERM_PROGRAM: 'vscode', TMUX: 'x' })).toBe('vscode');
    expect(termProgram({ TERMINAL_EMULATOR: 'JetBrains-JediTerm' })).toBe('JetBrains-JediTerm');
    expect(termProgram({ KITTY_WINDOW_ID: '1', TMUX: 'x' })).toBe('kitty');
    expect(termProgram({ TMUX: 'x' })).toBe('tmux');
    expect(termProgram({ TERM_PROGRAM: 'a\nb' })).toBeNull();
    expect(termProgram({})).toBeNull();
  });
});
