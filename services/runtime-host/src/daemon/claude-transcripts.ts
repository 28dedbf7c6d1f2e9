import { dropOldest } from '../core/drop-oldest.js';
import { mainLine } from '../core/transcript-line.js';
import { createAppendedLines, newestIn, type AppendedLines } from './appended-lines.js';

const MAX_FOLLOWED = 200;

export interface ClaudeTranscripts {
  /** From now on: what stands in it already is history. */
  add(cliSessionId: string, path: string): void;
  look(cliSessionId?: string): void;
  remove(cliSessionId: string): void;
}

/** Transcripts tell of an interruption even where no hook and no session file does. */
export function createClaudeTranscripts(
  onInterrupted: (cliSessionId: string, since: number) => void,
): ClaudeTranscripts {
  const followed = new Map<string, { path: string; lines: AppendedLines }>();

  const lookAt = (cliSessionId: string, lines: AppendedLines): void => {
    const last = newestIn(lines.look(), mainLine);
    if (last?.isInterruption) onInterrupted(cliSessionId, last.since);
  };

  return {
    add: (cliSessionId, path) => {
      if (followed.get(cliSessionId)?.path === path) return;
      const lines = createAppendedLines({ path, tailBytes: 0 });
      followed.set(cliSessionId, { path, lines });
      dropOldest(followed, MAX_FOLLOWED);
      lookAt(cliSessionId, lines);
    },
    look: (only) => {
      for (const [cliSessionId, { lines }] of followed) {
        if (only === undefined || only === cliSessionId) lookAt(cliSessionId, lines);
      }
    },
    remove: (cliSessionId) => void followed.delete(cliSessionId),
  };
}
