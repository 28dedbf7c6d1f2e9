import { quoteSh } from './quote-sh.js';

/** Events that Claude Code sends over http; SessionStart never is, so it is a command. */
export const HTTP_HOOK_EVENTS = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
  'PreCompact',
  'PostCompact',
] as const;

/** Seconds. A dialog may stay on screen for a day; everything else is answered in milliseconds. */
const HOLD_TIMEOUT_S = 86_400;
const HOOK_TIMEOUT_S = 5;

const HEADERS = {
  Authorization: 'Bearer $PITWALL_HOOK_TOKEN',
  'X-Pitwall-Terminal': '$PITWALL_TERMINAL_ID',
  'X-Pitwall-Entrypoint': '$CLAUDE_CODE_ENTRYPOINT',
  'X-Pitwall-Parent-Session': '$CLAUDE_CODE_PARENT_SESSION_ID',
  'X-Pitwall-Term-Program': '$TERM_PROGRAM',
};

const ALLOWED_ENV_VARS = [
  'PITWALL_HOOK_TOKEN',
  'PITWALL_TERMINAL_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_PARENT_SESSION_ID',
  'TERM_PROGRAM',
];

/** The settings of one launch of Claude Code: its hooks and nothing else. */
export function claudeLaunchSettings({ hookScript, hookPort }: { hookScript: string; hookPort: number }) {
  const http = (event: string) => ({
    type: 'http',
    url: `http://127.0.0.1:${hookPort}/hooks/claude`,
    headers: event === 'PermissionRequest' ? { ...HEADERS, 'X-Pitwall-Hold': '1' } : HEADERS,
    allowedEnvVars: ALLOWED_ENV_VARS,
    timeout: event === 'PermissionRequest' ? HOLD_TIMEOUT_S : HOOK_TIMEOUT_S,
  });
  const start = { type: 'command', command: `${quoteSh(hookScript)} claude --launch`, timeout: HOOK_TIMEOUT_S };
  return {
    hooks: {
      SessionStart: [{ hooks: [start] }],
      ...Object.fromEntries(HTTP_HOOK_EVENTS.map((event) => [event, [{ hooks: [http(event)] }]])),
    },
  };
}
