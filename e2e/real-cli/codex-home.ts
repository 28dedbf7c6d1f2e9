import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeCommand, type AgentHome, type HomeOf } from './agent-home.js';

/** Known to this version with all the tools that the script uses. */
const MODEL = 'gpt-5.5';

const config = (modelUrl: string): string => `
model = "${MODEL}"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

# Or it asks whether to move to a newer model.
[notice.model_migrations]
"${MODEL}" = "gpt-6-sol"
`;

const EVENTS = [
  ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse'],
  ...['PreCompact', 'PostCompact', 'SubagentStart', 'SubagentStop', 'Stop', 'Interrupt'],
];

export interface CodexHome extends AgentHome {
  /** CODEX_HOME. */
  readonly configFolder: string;
  /** Installs hooks that hand everything to that script, as a person would who trusts them. */
  installHooks(hookScript: string): void;
}

/** `withHooks`: those that `installHooks` writes are run without being asked about. */
export function makeCodexHome(
  folder: string,
  { program, modelUrl, withHooks }: HomeOf & { readonly withHooks: boolean },
): CodexHome {
  const home = makeFolder(folder, '.codex');
  const configFile = join(home, 'config.toml');
  writeFileSync(configFile, config(modelUrl));
  const newProject = (name: string): string => {
    const project = makeFolder(folder, 'projects', name);
    appendFileSync(configFile, `\n[projects."${project}"]\ntrust_level = "trusted"\n`);
    return project;
  };
  return {
    configFolder: home,
    project: newProject('project'),
    newProject,
    command: writeCommand(join(folder, 'codex-here'), {
      words: [program, ...(withHooks ? ['--dangerously-bypass-hook-trust'] : [])],
      variables: { HOME: folder, CODEX_HOME: home, SCRIPTED_KEY: 'dummy' },
    }),
    installHooks: (hookScript) => {
      const hooks = [{ hooks: [{ type: 'command', command: `'${hookScript}' codex`, timeout: 3 }] }];
      const all = { hooks: Object.fromEntries(EVENTS.map((event) => [event, hooks])) };
      writeFileSync(join(home, 'hooks.json'), JSON.stringify(all, null, 2));
    },
  };
}
