import type { ProcessIdentity } from '@pitwall/contracts';
import { readJsonFile, writeFileAtomic } from '../atomic-file.js';
import type { TrackedProcess } from '../control/protocol.js';

const SAVE_AFTER_MS = 1000;
/** A terminal's TTY, as its process was seen with the hook. */
export type Tracked = TrackedProcess & { hasTty: boolean | null };

export interface TrackedProcesses {
  /** A hook or a launch showed the agent's process. A new session id of the same process takes the old one's place. */
  note(tracked: Tracked): void;
  ofSession(cliSessionId: string): Tracked | null;
  ofTerminal(terminalId: string): Tracked | null;
  all(): Tracked[];
  /** It is gone. False: that was known, so it's no news. */
  end(process: ProcessIdentity): boolean;
  close(): void;
}

interface Deps {
  file: string;
  onTracked: (tracked: Tracked) => void;
}

const key = ({ pid, startTime }: ProcessIdentity): string => `${pid}/${startTime}`;

/** The agents' processes known on this host; kept in a file so that sessions outlive pty-host. */
export function createTrackedProcesses({ file, onTracked }: Deps): TrackedProcesses {
  const byProcess = new Map<string, Tracked>();
  const bySession = new Map<string, Tracked>();
  const byTerminal = new Map<string, Tracked>();
  let timer: NodeJS.Timeout | null = null;

  const place = (tracked: Tracked): void => {
    byProcess.set(key(tracked.process), tracked);
    if (tracked.cliSessionId !== null) bySession.set(tracked.cliSessionId, tracked);
    if (tracked.terminalId !== null) byTerminal.set(tracked.terminalId, tracked);
  };

  const save = (): void => {
    timer = null;
    try {
      writeFileAtomic(file, JSON.stringify([...byProcess.values()]));
    } catch {
      // Tried again with the next change.
    }
  };
  const saveSoon = (): void => void (timer ??= setTimeout(save, SAVE_AFTER_MS));

  const kept = readJsonFile(file);
  // Terminals end with pty-host, so only what runs elsewhere is still of interest.
  if (Array.isArray(kept)) (kept as Tracked[]).filter(({ process }) => process?.pid > 0).forEach(place);

  return {
    note: (tracked) => {
      const before = byProcess.get(key(tracked.process));
      const merged: Tracked = {
        process: tracked.process,
        terminalId: tracked.terminalId ?? before?.terminalId ?? null,
        cliSessionId: tracked.cliSessionId ?? before?.cliSessionId ?? null,
        hasTty: tracked.hasTty ?? before?.hasTty ?? null,
      };
      place(merged);
      if (before?.cliSessionId === merged.cliSessionId && before?.terminalId === merged.terminalId) return;
      saveSoon();
      onTracked(merged);
    },
    ofSession: (cliSessionId) => bySession.get(cliSessionId) ?? null,
    ofTerminal: (terminalId) => byTerminal.get(terminalId) ?? null,
    all: () => [...byProcess.values()],
    end: (process) => {
      if (!byProcess.delete(key(process))) return false;
      for (const index of [bySession, byTerminal]) {
        for (const [id, tracked] of index) if (key(tracked.process) === key(process)) index.delete(id);
      }
      saveSoon();
      return true;
    },
    close: () => {
      if (timer) clearTimeout(timer);
      save();
    },
  };
}
