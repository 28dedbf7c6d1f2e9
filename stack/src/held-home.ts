import { join } from 'node:path';
import { takeLock } from './home-lock.js';
import { type HomePaths, openHome } from './home.js';
import { openServiceLog, type ServiceLog } from './service-log.js';

/** A home that this process alone runs. */
export interface HeldHome {
  readonly home: HomePaths;
  readonly logFor: ServiceLog['logFor'];
}

/** Starts what runs in a home and holds the home's lock until its `stop`, which may be called again. */
export const inHeldHome = async <T extends { stop(): Promise<void> }>(
  path: string,
  start: (held: HeldHome) => Promise<T>,
): Promise<T> => {
  const home = openHome(path);
  const release = takeLock(home);
  const logs = openServiceLog(join(home.logs, 'services.log'), 'info');
  const leave = async () => {
    await logs.close();
    release();
  };
  try {
    const started = await start({ home, logFor: logs.logFor });
    let stopping: Promise<void> | null = null;
    return { ...started, stop: () => (stopping ??= started.stop().finally(leave)) };
  } catch (error) {
    await leave();
    throw error;
  }
};
