import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeCommand, type AgentHome, type HomeOf } from './agent-home.js';

export interface ClaudeHome extends AgentHome {
  readonly settingsFile: string;
  /** Events of which the person's own hooks have told, oldest first. */
  ownHookEvents(): string[];
}

const KEY = 'sk-ant-dummy-0000000000000000000000';
/** By the last characters of the key, so that it doesn't ask whether to use it. */
const KEY_END = KEY.slice(-20);

const OWN_EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd'];

export function makeClaudeHome(folder: string, { program, modelUrl }: HomeOf): ClaudeHome {
  const config = makeFolder(folder, 'claude-config');
  // Who trusts a folder trusts those in it.
  const projects = makeFolder(folder, 'projects');
  const state = {
    ...{ hasCompletedOnboarding: true, theme: 'dark' },
    customApiKeyResponses: { approved: [KEY_END], rejected: [] },
    projects: { [projects]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(state));

  const eventsFile = join(folder, 'own-hooks');
  writeFileSync(eventsFile, '');
  const own = (event: string) => [{ hooks: [{ type: 'command', command: `echo ${event} >> '${eventsFile}'` }] }];
  const settingsFile = join(config, 'settings.json');
  // Written in a way of its own, so that anyone who rewrites it is found out.
  const settings = { hooks: Object.fromEntries(OWN_EVENTS.map((event) => [event, own(event)])) };
  writeFileSync(settingsFile, `${JSON.stringify(settings, null, 3)}\n\n`);

  return {
    project: makeFolder(projects, 'project'),
    newProject: (name) => makeFolder(projects, name),
    settingsFile,
    command: writeCommand(join(folder, 'claude-here'), {
      words: [program],
      variables: {
        HOME: folder,
        CLAUDE_CONFIG_DIR: config,
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_BASE_URL: modelUrl,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
    ownHookEvents: () => readFileSync(eventsFile, 'utf8').split('\n').filter(Boolean),
  };
}
