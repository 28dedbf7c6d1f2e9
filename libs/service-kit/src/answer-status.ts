import { subjects, type ServiceStatus } from '@pitwall/contracts';
import type { Bus } from './bus.js';

export interface StatusAnswer {
  readonly name: string;
  readonly instance: string;
  readonly version: string;
  readonly report: () => Promise<Pick<ServiceStatus, 'ok' | 'detail' | 'lag'>>;
}

/** Answers `pw.v1.status` for one part of the stack; returns how to stop. */
export function answerStatus(bus: Bus, { name, instance, version, report }: StatusAnswer): () => Promise<void> {
  const startedAt = performance.now();
  return bus.serve(subjects.status, async (): Promise<ServiceStatus> => {
    const uptimeMs = Math.round(performance.now() - startedAt);
    return { name, instance, version, uptimeMs, ...(await report()) };
  });
}
