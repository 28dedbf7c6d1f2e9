import { describe, expect, it } from '@jest/globals';
import { findAgent, isAgent, type ChainProcess } from '../../src/core/agent-process.js';

const process = (pid: number, ppid: number, argv: string[] | null, command = argv?.[0] ?? ''): ChainProcess => ({
  pid,
  ppid,
  argv,
  command,
  startTime: String(pid),
  tty: 1,
});

describe('isAgent', () => {
  it.each<[string[], boolean]>([
    [['claude'], true],
    [['/usr/bin/claude', '--resume'], true],
    [['node', '/x/bin/claude', '-p'], true],
    [['node', '--max-old-space-size=1', '/x/node_modules/@anthropic-ai/claude-code/cli.js'], true],
    [['/bin/sh', '/x/claude'], true],
    [['sh', '-c', 'claude --resume'], false],
    [['sh', '-c', '/home/x/bin/pitwall-hook claude'], false],
    [['sh', '/home/x/bin/pitwall-hook', 'claude'], false],
    [['vim', 'claude'], false],
    [['codex'], false],
  ])('%j → %s', (argv, expected) => {
    expect(isAgent({ argv, command: 'x' }, 'claude')).toBe(expected);
  });

  it('goes by the short name when the command line can’t be read any more', () => {
    expect(isAgent({ argv: null, command: 'claude' }, 'claude')).toBe(true);
    expect(isAgent({ argv: null, command: 'node' }, 'claude')).toBe(false);
  });
});

describe('findAgent', () => {
  it('takes the nearest ancestor that is the CLI', () => {
    const chain = [
      process(9, 8, ['sh', '-c', 'hook']),
      process(8, 7, ['claude', '-p']),
      process(7, 6, ['bash']),
      process(6, 5, ['claude']),
    ];
    expect(findAgent(chain, 'claude', null).process?.pid).toBe(8);
  });

  it('takes what stands right under the terminal’s shell when the CLI isn’t recognised', () => {
    const chain = [
      process(9, 8, ['sh']),
      process(8, 7, ['my-agent']),
      process(7, 6, ['my-wrapper']),
      process(6, 1, ['zsh']),
    ];
    expect(findAgent(chain, 'claude', 6)).toMatchObject({ process: { pid: 7 }, recognised: false });
    expect(findAgent(chain, 'claude', null).process).toBeNull();
  });

  it('X-46 tells neither process nor terminal under Codex’s shared daemon', () => {
    const chain = [process(9, 8, ['sh']), process(8, 1, ['/usr/bin/codex', 'app-server', '--listen'])];
    expect(findAgent(chain, 'codex', null)).toMatchObject({ process: null, shared: true });
  });
});
