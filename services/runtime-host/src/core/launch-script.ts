import type { Cli } from '@pitwall/contracts';
import { quoteSh } from './quote-sh.js';

export interface Launch {
  cli: Cli;
  /** The CLI: a shell-quoted path, or the words of a command. */
  command: string;
  hookToken: string;
  pidFile: string;
  settingsFile: string | null;
  cliSessionId: string | null;
  model: string | null;
  permissionMode: string | null;
  prompt: string | null;
}

/**
 * The script that the terminal's shell is told to run. It becomes the CLI (`exec`), so its pid, noted first, is the
 * CLI's; the token is in this process and its children only, not in the shell.
 */
export function launchScript(launch: Launch): string {
  const pidFile = quoteSh(launch.pidFile);
  return [
    '#!/bin/sh',
    's=',
    'if [ -r /proc/$$/stat ]; then IFS= read -r s < /proc/$$/stat; else s=$(LC_ALL=C ps -o lstart= -p $$); fi',
    `printf '%s %s\\n' "$$" "$s" > ${pidFile}`,
    'unset s',
    `PITWALL_HOOK_TOKEN=${quoteSh(launch.hookToken)}`,
    'PITWALL_LAUNCH_HOOKS=1',
    'export PITWALL_HOOK_TOKEN PITWALL_LAUNCH_HOOKS',
    `exec ${[launch.command, ...launchArguments(launch).map(quoteSh)].join(' ')}`,
    '',
  ].join('\n');
}

function launchArguments(launch: Launch): string[] {
  const words: string[] = [];
  if (launch.cli === 'claude') {
    if (launch.cliSessionId !== null) words.push('--session-id', launch.cliSessionId);
    if (launch.settingsFile !== null) words.push('--settings', launch.settingsFile);
  }
  // Its hooks carry this terminal only while no shared daemon runs them; a version that doesn't know the feature ignores
  // it here, and would refuse `--disable`.
  if (launch.cli === 'codex') words.push('-c', 'features.daemon_auto_start=false');
  if (launch.model !== null) words.push('--model', launch.model);
  if (launch.cli === 'claude' && launch.permissionMode !== null) words.push('--permission-mode', launch.permissionMode);
  // After `--` a prompt that begins with a dash is no option.
  if (launch.prompt !== null) words.push('--', launch.prompt);
  return words;
}

/** The line typed into the shell; the space before it keeps it out of most histories. */
export const launchLine = (scriptPath: string): string => ` sh ${quoteSh(scriptPath)}\r`;
