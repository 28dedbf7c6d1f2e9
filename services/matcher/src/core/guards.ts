import type { HookData } from '@pitwall/contracts';

export const DROP_REASONS = [
  'headless',
  'failed-resume',
  'unknown-teardown',
  'unknown-subagent',
  'stale-id',
  'other-agent',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Events that end something: of an unknown session they tell nothing (M-05, X-11). */
const TEARDOWN: ReadonlySet<string> = new Set([
  'Stop',
  'StopFailure',
  'SessionEnd',
  'Interrupt',
  'agent-turn-complete',
  'TeammateIdle',
]);

export const isTeardown = (hook: HookData): boolean => TEARDOWN.has(hook.payload.hook_event_name);

/** Only agent_id, or the event itself, makes it a subagent's: a teammate sends agent_type alone. */
export const isSubagent = (hook: HookData): boolean =>
  hook.payload.agent_id !== undefined || /^Subagent(Start|Stop)$/.test(hook.payload.hook_event_name);

/** M-04, X-47: nobody sits before it. `codex exec` names itself so in its entrypoint. */
export const isHeadless = (hook: HookData): boolean =>
  hook.hasTty === false ||
  (hook.entrypoint !== null && (hook.entrypoint.startsWith('sdk') || hook.entrypoint.includes('exec')));

/** Why a hook of a session that no card shows makes none. */
export function dropOfUnknown(hook: HookData): DropReason | null {
  if (isSubagent(hook)) return 'unknown-subagent';
  if (isTeardown(hook)) return 'unknown-teardown';
  return null;
}

const DAEMON = /\bcodex\b.*\bapp-server\b/;

/** what runs under Codex's shared daemon carries the terminal and the processes of whoever started that daemon. */
export function withoutDaemon(hook: HookData): HookData {
  const shared = hook.cli === 'codex' && hook.ancestors.some(({ command }) => DAEMON.test(command));
  return shared ? { ...hook, terminalId: null, process: null, ancestors: [] } : hook;
}
