import { describe, expect, it } from '@jest/globals';
import { agentArguments } from '../../src/core/agent-process.js';
import { agentRun } from '../../src/core/agent-run.js';

const ID = '01a22e10-3ab1-75c1-9b87-f71b7ece3442';
const run = (line: string, cli: 'claude' | 'codex') => agentRun(line.split(' ').filter(Boolean), cli);

describe('agentRun', () => {
  it.each<[string, string, string | null]>([
    ['', 'interactive', null],
    ['--model opus fix it', 'interactive', null],
    ['-p hi', 'headless', 'sdk-cli'],
    ['hi --print', 'headless', 'sdk-cli'],
    ['-cp', 'headless', 'sdk-cli'],
    ['--input-format stream-json --verbose', 'headless', 'sdk-cli'],
    ['-c', 'interactive', null],
    ['--permission-mode plan', 'interactive', null],
    ['-- -p', 'interactive', null],
    ['mcp serve', 'tool', null],
  ])('X-47 claude %s → %s', (line, kind, entrypoint) => {
    expect(run(line, 'claude')).toMatchObject({ kind, entrypoint });
  });

  it.each<[string, string, string | null]>([
    ['', 'interactive', null],
    ['exec hi', 'headless', 'codex exec'],
    ['--dangerously-bypass-hook-trust -m gpt exec --skip-git-repo-check hi', 'headless', 'codex exec'],
    ['e hi', 'headless', 'codex exec'],
    ['-m exec', 'interactive', null],
    ['-p exec -c a=b', 'interactive', null],
    ['-- exec', 'interactive', null],
    ['execute the plan', 'interactive', null],
    [`resume ${ID}`, 'interactive', null],
    ['app-server --listen', 'shared-daemon', null],
    ['mcp list', 'tool', null],
    ['mcp-server', 'headless', 'sdk-mcp'],
  ])('X-47 codex %s → %s', (line, kind, entrypoint) => {
    expect(run(line, 'codex')).toMatchObject({ kind, entrypoint });
  });

  it('X-63 knows the leader from the command line', () => {
    const line = `--agent-name mate1 --team-name session-01a22e10 --parent-session-id ${ID}`;
    expect(run(line, 'claude').parentSession).toBe(ID);
    expect(run(`--parent-session-id=${ID}`, 'claude').parentSession).toBe(ID);
    expect(agentRun(['--parent-session-id', "';x"], 'claude').parentSession).toBeNull();
  });

  it('knows the conversation only where the command line names exactly one', () => {
    expect(run(`--session-id ${ID}`, 'claude').cliSessionId).toBe(ID);
    expect(run(`-r ${ID}`, 'claude').cliSessionId).toBe(ID);
    expect(run(`--resume ${ID} --fork-session`, 'claude').cliSessionId).toBeNull();
    expect(run('--resume some title', 'claude').cliSessionId).toBeNull();
    expect(run(`-m x resume ${ID}`, 'codex').cliSessionId).toBe(ID);
    expect(run('resume --last', 'codex').cliSessionId).toBeNull();
  });

  it('an interpreter’s own -c is code, one behind the script is the CLI’s', () => {
    expect(agentArguments(['node', '/x/bin/claude', '-c'], 'claude')).toEqual(['-c']);
    expect(agentArguments(['sh', '-c', '/x/bin/claude'], 'claude')).toBeNull();
  });
});
