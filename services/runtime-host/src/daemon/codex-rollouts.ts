import type { ProcessIdentity } from '@pitwall/contracts';
import { rolloutChange, rolloutHead, type RolloutChange } from '../core/rollout-line.js';
import { dropOldest } from '../core/drop-oldest.js';
import { firstLine } from '../os/open-file.js';
import { realPath } from '../os/real-path.js';
import { createAppendedLines, newestIn, type AppendedLines } from './appended-lines.js';

/** The instructions to the model are in the first line. */
const HEAD_BYTES = 1024 * 1024;
/** Enough to find how the last turn stands, in all but the longest tool outputs. */
const TAIL_BYTES = 256 * 1024;
const MAX_FOLLOWED = 200;

export interface CodexRollouts {
  /** Follows a rollout; `process` null: not known, or a shared daemon's. */
  add(path: string, process: ProcessIdentity | null): void;
  /** Looks for what was appended: to all, or to one session's. */
  look(cliSessionId?: string): void;
  /** The session of the newest rollout that this process writes. */
  ofProcess(pid: number): string | null;
}

interface Rollout {
  cliSessionId: string | null;
  process: ProcessIdentity | null;
  lines: AppendedLines;
  isNew: boolean;
}

/** Codex's own record of each session: when a turn began and how it ended, whether hooks are trusted or not. */
export function createCodexRollouts(
  onChange: (cliSessionId: string, process: ProcessIdentity | null, change: RolloutChange) => void,
): CodexRollouts {
  const rollouts = new Map<string, Rollout>();
  const left = new Set<string>();

  /** The head is written a moment after the file is made. */
  const identify = (path: string, rollout: Rollout): boolean => {
    if (rollout.cliSessionId !== null) return true;
    const line = firstLine(path, HEAD_BYTES);
    const head = line === null ? null : rolloutHead(line);
    if (line !== null && (!head || head.isSubagent || head.isHeadless)) {
      rollouts.delete(path);
      left.add(path);
    }
    if (!head || left.has(path)) return false;
    rollout.cliSessionId = head.cliSessionId;
    return true;
  };

  const lookAt = (path: string, rollout: Rollout): void => {
    if (!identify(path, rollout)) return;
    const lines = rollout.lines.look();
    // Of what was there before, only how it ended is still of interest.
    const changes = rollout.isNew ? [newestIn(lines, rolloutChange)] : lines.map(rolloutChange);
    rollout.isNew = false;
    for (const change of changes) if (change) onChange(rollout.cliSessionId!, rollout.process, change);
  };

  return {
    add: (given, process) => {
      const path = realPath(given) ?? given;
      if (left.has(path)) return;
      const known = rollouts.get(path);
      if (known) return void (known.process = process ?? known.process);
      const rollout = {
        cliSessionId: null,
        process,
        lines: createAppendedLines({ path, tailBytes: TAIL_BYTES }),
        isNew: true,
      };
      rollouts.set(path, rollout);
      dropOldest(rollouts, MAX_FOLLOWED);
      lookAt(path, rollout);
    },
    look: (cliSessionId) => {
      for (const [path, rollout] of rollouts) {
        if (cliSessionId === undefined || rollout.cliSessionId === cliSessionId) lookAt(path, rollout);
      }
    },
    ofProcess: (pid) => [...rollouts.values()].findLast(({ process }) => process?.pid === pid)?.cliSessionId ?? null,
  };
}
