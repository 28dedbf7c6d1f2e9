import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { cleanEnvironment } from './clean-environment.js';
import { PROGRAM } from './checkout.js';

/**
 * Waits on stdin: a line means that the tests have cleaned up themselves; its end without one, that they were killed.
 * Then everything of the home is ended and removed, also the database that root's homes have elsewhere.
 */
const SCRIPT = [
  'read -r _ && exit 0',
  'node=$1 program=$2 home=$3',
  '"$node" "$program" down --all --home "$home"',
  `folder=$(sed -n 's/.*"folder": *"\\([^"]*\\)".*/\\1/p' "$home/data/postgres/state.json")`,
  '[ -z "$folder" ] || rm -rf "$folder"',
  'rm -rf "$home"',
].join('\n');

/** A stack's servers and terminals outlive their parent by design; this ends them should the tests be killed. */
export function cleanUpAfter(home: string): { dismiss(): void } {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'guard', process.execPath, PROGRAM, home], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Not in the group that a hanging test run is killed with.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return { dismiss: () => void guard.stdin.end('done\n') };
}
