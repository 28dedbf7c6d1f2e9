import { serviceStatus, subjects, type ServiceStatus } from '@pitwall/contracts';
import type { Bus, Log } from '@pitwall/service-kit';

/** Every instance of every service answers; the last one is waited for this long. */
const STALL_MS = 300;

/** The results of all who answer on a subject that every part serves; what can't be read is left out. */
export async function askParts<T>(deps: {
  readonly bus: Bus;
  readonly log: Log;
  readonly subject: string;
  readonly parse: (result: unknown) => T;
}): Promise<T[]> {
  const { bus, log, subject, parse } = deps;
  if (!bus.status().connected) return [];
  const answers: T[] = [];
  const replies = await bus.nc.requestMany(subject, '', { strategy: 'stall', maxWait: STALL_MS * 2, stall: STALL_MS });
  for await (const reply of replies) {
    try {
      answers.push(parse(reply.json<{ result: unknown }>().result));
    } catch (error) {
      log.warn({ err: error, subject }, 'malformed answer of a part');
    }
  }
  return answers;
}

/** How every instance of every service is. */
export const askServices = (deps: { readonly bus: Bus; readonly log: Log }): Promise<ServiceStatus[]> =>
  askParts({ ...deps, subject: subjects.status, parse: serviceStatus.parseValue });
