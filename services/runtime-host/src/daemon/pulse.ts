import { HEARTBEAT_MS } from '@pitwall/contracts';
import type { PtyHostClient } from '../control/client.js';
import type { HostStats } from '../control/protocol.js';

/** Unanswered for longer: it hangs. Well over what a machine under load needs. */
const SILENT_AFTER_MS = 3000;

export interface Pulse {
  /** Asks this pty-host every HEARTBEAT_MS until its connection ends. */
  run(client: PtyHostClient, ended: AbortSignal): void;
  /** False while a question has been open for too long. */
  answers(): boolean;
  /** What it answered last. */
  stats(): HostStats | null;
  /** Called with each answer; returns how to end that. */
  onAnswer(listener: () => void): () => void;
  /** Called when it fell silent, and when it answers again. */
  onChange(listener: () => void): void;
}

/** Whether the terminal host is not only there but at work: a connection stays open to a process that is stopped. */
export function createPulse(): Pulse {
  const answered = new Set<() => void>();
  const changed: (() => void)[] = [];
  let stats: HostStats | null = null;
  let silent = false;

  const setSilent = (now: boolean): void => {
    if (silent === now) return;
    silent = now;
    for (const listener of changed) listener();
  };

  const ask = async (client: PtyHostClient): Promise<void> => {
    const late = setTimeout(() => setSilent(true), SILENT_AFTER_MS);
    try {
      stats = (await client.call('stats', {})).result;
      setSilent(false);
      for (const listener of answered) listener();
    } catch {
      // Gone, which the link notices, or silent for even longer.
    } finally {
      clearTimeout(late);
    }
  };

  return {
    run: (client, ended) => {
      let isAsking = false;
      const beat = async (): Promise<void> => {
        if (isAsking) return;
        isAsking = true;
        await ask(client);
        isAsking = false;
      };
      const timer = setInterval(() => void beat(), HEARTBEAT_MS);
      ended.addEventListener('abort', () => clearInterval(timer));
      void beat();
    },
    answers: () => !silent,
    stats: () => stats,
    onAnswer: (listener) => {
      answered.add(listener);
      return () => answered.delete(listener);
    },
    onChange: (listener) => void changed.push(listener),
  };
}
