import type { Log } from './log.js';

/** Something that lives: started once, stopped once. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

export interface RunningParts {
  /** Stops in reverse order; idempotent. Never rejects: what fails or takes too long is logged. */
  stop(): Promise<void>;
}

/** `./pitwall` promises a clean stop within 5 s, so no single part may take more of it. */
const STOP_LIMIT_MS = 2_000;

async function stopPart(part: Part, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), STOP_LIMIT_MS)));
  try {
    const outcome = await Promise.race([Promise.resolve().then(() => part.stop()), late]);
    if (outcome === 'late') log.warn({ part: part.name, limitMs: STOP_LIMIT_MS }, 'a part did not stop in time');
    else log.debug({ part: part.name }, 'part stopped');
  } catch (error) {
    log.error({ part: part.name, err: error }, 'a part failed to stop');
  } finally {
    clearTimeout(timer);
  }
}

async function stopAll(started: Part[], log: Log): Promise<void> {
  for (const part of started.splice(0).reverse()) await stopPart(part, log);
}

/** Starts the parts in order. When one fails, those already started are stopped and its error is thrown. */
export async function runParts(parts: readonly Part[], { log }: { log: Log }): Promise<RunningParts> {
  const started: Part[] = [];
  let stopping: Promise<void> | undefined;
  try {
    for (const part of parts) {
      await part.start();
      started.push(part);
      log.debug({ part: part.name }, 'part started');
    }
  } catch (error) {
    await stopAll(started, log);
    throw error;
  }
  return { stop: () => (stopping ??= stopAll(started, log)) };
}

/** A process of its own: runs until SIGTERM or SIGINT, then stops. Resolves with the exit code. */
export async function runService(parts: readonly Part[], { log }: { log: Log }): Promise<number> {
  const aborted = new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
  try {
    const running = await runParts(parts, { log });
    log.info({}, 'service started');
    const signal = await aborted;
    log.info({ signal }, 'service stops');
    await running.stop();
    return 0;
  } catch (error) {
    log.fatal({ err: error }, 'service failed to start');
    return 1;
  }
}
