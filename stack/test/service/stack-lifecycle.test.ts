import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type RunningStack,
  type ServiceEntry,
  silentLog,
  type StackContext,
  stackStatus,
  startStack,
} from '@pitwall/stack';
import pg from 'pg';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.js';

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home.remove());

/** A service that only shows what it was given. */
const witness = (seen: (stack: StackContext) => void): ServiceEntry => ({
  name: 'witness',
  load: async () => (stack) => ({
    name: 'witness',
    start: async () => {
      seen(stack);
      stack.noteHookPort(4_411);
    },
    stop: async () => undefined,
  }),
});

const start = async (): Promise<{ stack: RunningStack; context: StackContext }> => {
  let context: StackContext | null = null;
  const services = [[witness((stack) => (context = stack))]];
  const stack = await startStack({ home: home.path, log: silentLog, services });
  if (context === null) throw new Error('The service was not started.');
  return { stack, context };
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the stack in this process', () => {
  test('gives services a database and a bus with credentials of their own', async () => {
    const { stack, context } = await start();
    try {
      const db = new pg.Client({ connectionString: context.postgresUrl });
      await db.connect();
      const { rows } = await db.query<{ name: string }>('select current_database() as name');
      await db.end();
      expect(rows).toEqual([{ name: 'pitwall' }]);

      await expect(connect({ servers: context.natsUrl, reconnect: false })).rejects.toThrow();
      const user = await context.issueServiceUser('session-state');
      const authenticator = jwtAuthenticator(user?.jwt ?? '', new TextEncoder().encode(user?.seed));
      const bus = await connect({ servers: context.natsUrl, authenticator });
      const stream = JSON.stringify({ name: 'TRIAL', subjects: ['trial.>'], storage: 'file' });
      const made = (await bus.request('$JS.API.STREAM.CREATE.TRIAL', stream)).json();
      await bus.close();
      expect(made).toMatchObject({ config: { name: 'TRIAL' } });
      expect(context.natsAccountSeed).toMatch(/^SA/);
    } finally {
      await stack.stop();
    }
  });

  test('keeps everything in the home from other users', async () => {
    const { stack } = await start();
    const open = filesBelow(home.path).filter((path) => (statSync(path).mode & 0o077) !== 0);
    await stack.stop();
    expect(open).toEqual([]);
  });

  test('revokes users for good, also over a restart', async () => {
    const first = await start();
    const user = await first.context.issueServiceUser('host');
    const authenticator = jwtAuthenticator(user?.jwt ?? '', new TextEncoder().encode(user?.seed));
    const claims = JSON.parse(Buffer.from((user?.jwt ?? '').split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string;
    };
    const bus = await connect({ servers: first.context.natsUrl, authenticator, reconnect: false });
    await first.context.revokeUsers([claims.sub]);
    await bus.closed();
    await first.stack.stop();
    const second = await start();
    await expect(connect({ servers: second.context.natsUrl, authenticator, reconnect: false })).rejects.toThrow();
    await second.stack.stop();
  });

  test('stops its servers when a service fails to start, and says why', async () => {
    const failing: ServiceEntry = { name: 'failing', load: () => Promise.reject(new Error('broken build')) };
    const attempt = startStack({ home: home.path, log: silentLog, services: [[failing]] });
    await expect(attempt).rejects.toThrow('broken build');
    const { up, parts } = await stackStatus(home.path);
    expect([up, ...parts.map(({ detail }) => detail)]).toEqual([false, 'not running', 'not running']);
  });

  test('starts nothing more once the person has given up', async () => {
    const controller = new AbortController();
    const attempt = startStack({
      home: home.path,
      log: () => controller.abort(),
      signal: controller.signal,
      services: [],
    });
    await expect(attempt).rejects.toThrow();
    const { parts } = await stackStatus(home.path);
    expect(parts.map(({ detail }) => detail)).toEqual(['not running', 'not running']);
  });

  test('refuses another number of shards than its data has', async () => {
    await (await start()).stack.stop();
    writeFileSync(join(home.path, 'config.json'), JSON.stringify({ port: 0, hookPort: 0, shards: 8 }));
    await expect(start()).rejects.toThrow(/made with 4 shards/);
  });

  test('writes where it listens, and takes it back at the end', async () => {
    const { stack, context } = await start();
    const ports = JSON.parse(readFileSync(stack.home.ports, 'utf8')) as Record<string, number>;
    expect(ports).toMatchObject({ gateway: context.gatewayPort, hook: 4_411 });
    expect(stack.url).toBe(`http://127.0.0.1:${ports['gateway']}`);
    await stack.stop();
    expect((await stackStatus(home.path)).ports).toBeNull();
  });
});
