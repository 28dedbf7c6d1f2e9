import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { launchScript } from '../../src/core/launch-script.js';
import { claudeLaunchSettings } from '../../src/core/launch-settings.js';
import { quoteSh } from '../../src/core/quote-sh.js';
import { IDENTITY_VARIABLES, terminalEnvironment } from '../../src/core/terminal-environment.js';

describe('quoteSh', () => {
  it.each(['plain', '', "it's", '$(touch x) `y` "z" \\ !', 'new\nline', 'ünï 😀', '-n'])(
    '%j arrives as it is',
    (word) => {
      expect(execFileSync('sh', ['-c', `printf %s ${quoteSh(word)}`]).toString()).toBe(word);
    },
  );
});

describe('launchScript', () => {
  const launch = {
    cli: 'claude' as const,
    command: 'echo',
    hookToken: 'tok',
    pidFile: '/dev/null',
    settingsFile: "/a b/it's.json",
    cliSessionId: 'id-1',
    model: 'opus',
    permissionMode: 'plan',
    prompt: '-p "$(id)"\nline',
  };

  it('hands every word over literally, the prompt behind --', () => {
    const output = execFileSync('sh', ['-c', launchScript(launch)]).toString();
    expect(output).toBe(
      `--session-id id-1 --settings /a b/it's.json --model opus --permission-mode plan -- -p "$(id)"\nline\n`,
    );
  });

  it('X-46 starts Codex without its shared daemon, and with no hooks of its own', () => {
    const output = execFileSync('sh', ['-c', launchScript({ ...launch, cli: 'codex', prompt: 'hi' })]).toString();
    expect(output).toBe('-c features.daemon_auto_start=false --model opus -- hi\n');
  });
});

describe('claudeLaunchSettings', () => {
  const { hooks } = claudeLaunchSettings({ hookScript: "/h o'me/pitwall-hook", hookPort: 4410 }) as {
    hooks: Record<string, { hooks: Record<string, unknown>[] }[]>;
  };

  it('has SessionStart as a command and the rest over http', () => {
    expect(hooks.SessionStart?.[0]?.hooks[0]).toMatchObject({
      type: 'command',
      command: `'/h o'\\''me/pitwall-hook' claude --launch`,
    });
    expect(hooks.PreToolUse?.[0]?.hooks[0]).toMatchObject({
      type: 'http',
      url: 'http://127.0.0.1:4410/hooks/claude',
      timeout: 5,
    });
  });

  it('holds permission requests only, for a day', () => {
    expect(hooks.PermissionRequest?.[0]?.hooks[0]).toMatchObject({
      timeout: 86_400,
      headers: { 'X-Pitwall-Hold': '1' },
    });
    expect(JSON.stringify(hooks.Stop)).not.toContain('X-Pitwall-Hold');
  });
});

describe('terminalEnvironment', () => {
  it('takes out the identity of an outer session and Pitwall’s secrets, and leaves the person’s own keys', () => {
    const outer = Object.fromEntries(IDENTITY_VARIABLES.map(({ name }) => [name, 'outer']));
    const env = terminalEnvironment(
      { ...outer, ANTHROPIC_API_KEY: 'mine', PATH: '/bin', PITWALL_DB_PASSWORD: 'secret', PITWALL_HOME: '/h' },
      't-1',
    );
    expect(env).toEqual({
      ANTHROPIC_API_KEY: 'mine',
      PATH: '/bin',
      PITWALL_HOME: '/h',
      PITWALL_TERMINAL_ID: 't-1',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
    });
  });
});
