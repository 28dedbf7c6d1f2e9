import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ClaudeHome {
  /** The folder that it works in. */
  readonly project: string;
  readonly settingsFile: string;
  /** A script that becomes Claude Code in this home; for `claudeCommand`. */
  readonly command: string;
  /** Events of which the person's own hooks have told, oldest first. */
  ownHookEvents(): string[];
}

const KEY = 'sk-ant-dummy-0000000000000000000000';
/** By the last characters of the key, so that it doesn't ask whether to use it. */
const KEY_END = KEY.slice(-20);

const OWN_EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd'];

/** A HOME in which Claude Code asks nothing at its start and meets nobody but the scripted model. */
export function makeClaudeHome(
  folder: string,
  { program, modelUrl }: { program: string; modelUrl: string },
): ClaudeHome {
  const config = join(folder, 'claude-config');
  const project = join(folder, 'project');
  for (const path of [config, project]) mkdirSync(path, { recursive: true });
  const real = realpathSync(project);
  const state = {
    ...{ hasCompletedOnboarding: true, theme: 'dark' },
    customApiKeyResponses: { approved: [KEY_END], rejected: [] },
    projects: { [real]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(state));

  const eventsFile = join(folder, 'own-hooks');
  writeFileSync(eventsFile, '');
  const own = (event: string) => [{ hooks: [{ type: 'command', command: `echo ${event} >> '${eventsFile}'` }] }];
  const settingsFile = join(config, 'settings.json');
  // Written in a way of its own, so that anyone who rewrites it is found out.
  const settings = { hooks: Object.fromEntries(OWN_EVENTS.map((event) => [event, own(event)])) };
  writeFileSync(settingsFile, `${JSON.stringify(settings, null, 3)}\n\n`);

  const command = join(folder, 'claude-here');
  const variables = {
    HOME: folder,
    CLAUDE_CONFIG_DIR: config,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  writeFileSync(command, ['#!/bin/sh', ...exports, `exec '${program}' "$@"`, ''].join('\n'), { mode: 0o700 });

  return {
    project: real,
    settingsFile,
    command,
    ownHookEvents: () => readFileSync(eventsFile, 'utf8').split('\n').filter(Boolean),
  };
}
