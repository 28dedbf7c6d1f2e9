import { sameProcess, type Timers } from '@pitwall/contracts';
import type { HostView, LinkedCard, Terminal } from './host-view.js';
import type { Unmatched } from './match.js';

/** A terminal that may be the one of a hook that names none, and its card. */
export interface Candidate {
  readonly terminal: Terminal;
  readonly card: LinkedCard;
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

const equalFolder = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && withoutSlash(a) === withoutSlash(b);

/** opened before the hook, no session yet, the same CLI, the same real path, and no other process known there. */
function terminalsInFolder({ hook, view }: Unmatched): Candidate[] {
  return view.openTerminals().flatMap((terminal) => {
    const card = view.card(terminal.sessionId);
    const fits =
      card !== undefined &&
      terminal.taken !== true &&
      terminal.cli === hook.cli &&
      equalFolder(terminal.cwd, hook.folder) &&
      (hook.process === null || card.process === null || sameProcess(hook.process, card.process));
    return fits ? [{ terminal, card }] : [];
  });
}

/** A tie is not guessed (M-07). */
const only = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null);

/** M-01 (4): a terminal of the last minute. */
export const freshTerminal = (unmatched: Unmatched): Candidate | null =>
  only(
    terminalsInFolder(unmatched).filter(
      ({ terminal }) => unmatched.t - terminal.openedT <= unmatched.timers.folderWindow,
    ),
  );

const stillConnects = ({ terminal }: Candidate, t: number, timers: Timers): boolean =>
  // Codex says nothing before its first prompt, so its terminal may wait for hours.
  terminal.cli === 'codex' || t - terminal.openedT <= timers.connectingIdle;

/** M-01 (5): a terminal that still connects. */
export const connectingTerminal = (unmatched: Unmatched): Candidate | null =>
  only(terminalsInFolder(unmatched).filter((one) => stillConnects(one, unmatched.t, unmatched.timers)));

/** M-01 (6): the terminal whose shell is the nearest of the agent's ancestors. */
export function terminalAbove(view: HostView, ancestors: Unmatched['hook']['ancestors']): Terminal | null {
  const terminals = view.openTerminals();
  for (const ancestor of ancestors) {
    const terminal = terminals.find(({ shell }) => shell !== undefined && sameProcess(shell, ancestor));
    if (terminal) return terminal;
  }
  return null;
}

/** the one process of that CLI in that folder that has no conversation yet. */
export const onlyScanned = ({ hook, view }: Unmatched): LinkedCard | null =>
  only(
    view
      .agents()
      .filter(
        (card) =>
          card.scanned === true &&
          card.current === null &&
          card.cli === hook.cli &&
          equalFolder(card.folder, hook.folder),
      ),
  );

export { equalFolder, only };
