/**
 * Who the surrounding agent session or terminal is. The stack may have been started from inside one; a terminal that
 * inherited these would take its new agent for a part of that session.
 */
export const IDENTITY_VARIABLES = [
  { name: 'CLAUDECODE', reason: 'Claude Code refuses to start inside itself' },
  { name: 'CLAUDE_CODE_ENTRYPOINT', reason: 'would make a person’s session look headless' },
  { name: 'CLAUDE_CODE_SESSION_ID', reason: 'names the outer session' },
  { name: 'CLAUDE_CODE_CHILD_SESSION', reason: 'marks the new session as a child of the outer one' },
  { name: 'CLAUDE_CODE_PARENT_SESSION_ID', reason: 'would link the new session to a team leader' },
  { name: 'CLAUDE_CODE_SSE_PORT', reason: 'connects to the editor of the outer session' },
  { name: 'CLAUDE_PROJECT_DIR', reason: 'is the outer session’s folder' },
  { name: 'CLAUDE_ENV_FILE', reason: 'is the outer session’s file to write variables into' },
  { name: 'CLAUDE_EFFORT', reason: 'is the outer turn’s effort' },
  { name: 'AGENT_MANAGER_TERMINAL_ID', reason: 'names a terminal of another product' },
  { name: 'AGENT_MANAGER_URL', reason: 'sends hooks to another product' },
  { name: 'PITWALL_TERMINAL_ID', reason: 'names the outer terminal' },
  { name: 'PITWALL_HOOK_TOKEN', reason: 'is good for the outer terminal only' },
  { name: 'PITWALL_LAUNCH_HOOKS', reason: 'would silence the installed hooks' },
  { name: 'TMUX', reason: 'the terminal is not in that tmux' },
  { name: 'TMUX_PANE', reason: 'the terminal is not in that pane' },
] as const;

/** Pitwall's own server secrets; the person's own keys stay as they are. */
const SERVER_SECRET = /^PITWALL_\w*(TOKEN|SECRET|PASSWORD|PASSPHRASE|KEY|SEED|JWT|CREDS|DATABASE_URL|DB_URL|NATS_URL)$/;

const IDENTITY: ReadonlySet<string> = new Set(IDENTITY_VARIABLES.map(({ name }) => name));

/** The environment of a terminal's login shell. */
export function terminalEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  terminalId: string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || IDENTITY.has(name) || SERVER_SECRET.test(name)) continue;
    kept[name] = value;
  }
  return { ...kept, PITWALL_TERMINAL_ID: terminalId, TERM: 'xterm-256color', COLORTERM: 'truecolor' };
}
