import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort, listens } from './free-port.js';
import { startGuarded } from './guarded-process.js';

export interface TestNats {
  readonly url: string;
  readonly port: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** On the same port and store; kills it before when it runs. */
  restart(): Promise<void>;
  /** A copy of the store as of now; the server stands still meanwhile. */
  snapshotStore(): string;
  /** Kills the server, puts a snapshot in the store's place (none: an empty store) and leaves it down. */
  restoreStore(snapshot: string | null): Promise<void>;
  stop(): Promise<void>;
}

export interface NatsOptions {
  readonly extraArgs?: readonly string[];
  /** Writes a configuration for a server on this port with this store; returns its path. */
  readonly configFor?: (port: number, store: string) => Promise<string>;
}

/** A real nats-server with JetStream on a free loopback port; `PITWALL_NATS_BIN` or the one on PATH. */
export async function startNats({ configFor, extraArgs = [] }: NatsOptions = {}): Promise<TestNats> {
  const binary = process.env['PITWALL_NATS_BIN'] ?? 'nats-server';
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-nats-'));
  const store = join(folder, 'store');
  const port = await freePort();
  const config = await configFor?.(port, store);
  const args =
    config === undefined ? ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store, ...extraArgs] : ['-c', config];
  let copies = 0;

  const start = async () => {
    const started = await startGuarded(binary, args, { logFile: join(folder, 'nats.log') });
    await eventually(() => listens(port), { timeoutMs: 10_000 });
    return started;
  };
  let running: Awaited<ReturnType<typeof start>> | null = await start();
  const kill = async () => {
    await running?.kill();
    running = null;
  };

  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kill,
    pause: () => running?.signal('SIGSTOP'),
    resume: () => running?.signal('SIGCONT'),
    restart: async () => {
      await kill();
      running = await start();
    },
    snapshotStore: () => {
      const copy = join(folder, `snapshot-${(copies += 1)}`);
      running?.signal('SIGSTOP');
      cpSync(store, copy, { recursive: true });
      running?.signal('SIGCONT');
      return copy;
    },
    restoreStore: async (snapshot) => {
      await kill();
      rmSync(store, { recursive: true, force: true });
      if (snapshot !== null) cpSync(snapshot, store, { recursive: true });
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
