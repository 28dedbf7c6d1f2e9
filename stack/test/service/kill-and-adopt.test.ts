import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existingHome, readPorts, stackStatus } from '@pitwall/stack';
import pg from 'pg';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.js';
import { runPitwall, startUp } from '../support/up-process.js';
import { becomesTrue } from '../../src/waiting.js';

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home.remove());

interface PlaceState {
  readonly folder: string;
  readonly password: string;
  readonly port: number;
}

const placeOf = (path: string): PlaceState =>
  JSON.parse(readFileSync(join(path, 'data', 'postgres', 'state.json'), 'utf8')) as PlaceState;

const ask = async (sql: string): Promise<unknown[]> => {
  const { password, port } = placeOf(home.path);
  const client = new pg.Client({ connectionString: `postgres://pitwall:${password}@127.0.0.1:${port}/pitwall` });
  await client.connect();
  return client
    .query<Record<string, unknown>>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};

const serverPids = async (): Promise<string[]> => (await stackStatus(home.path)).parts.map(({ instance }) => instance);

const allAnswer = async (): Promise<boolean> => (await stackStatus(home.path)).parts.every(({ ok }) => ok);

describe('`up` in a process of its own', () => {
  test('prints one line, stops within 5 s on SIGTERM and exits with 0', async () => {
    const up = await startUp(home.path);
    const begin = performance.now();
    up.signal('SIGTERM');
    const { code, stdout } = await up.ended;
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(stdout).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(code).toBe(0);
    expect(await serverPids()).toEqual(['-', '-']);
  });

  test('a second one on the same home says so and exits with 1', async () => {
    const up = await startUp(home.path);
    const second = await runPitwall(['up', '--home', home.path]).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${up.pid}`);
    expect(await allAnswer()).toBe(true);
  });

  test('after kill -9 the servers are adopted and nothing is lost', async () => {
    const first = await startUp(home.path);
    await ask('create table kept (n int)');
    await ask('insert into kept values (42)');
    const pids = await serverPids();
    const ports = readPorts(existingHome(home.path)!);
    first.signal('SIGKILL');
    await first.ended;
    const second = await startUp(home.path);
    expect(await serverPids()).toEqual(pids);
    expect(readPorts(existingHome(home.path)!)).toMatchObject({ postgres: ports?.postgres, nats: ports?.nats });
    expect(await ask('select n from kept')).toEqual([{ n: 42 }]);
    second.signal('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(await serverPids()).toEqual(['-', '-']);
  });

  test('after kill -9 `down` stops the orphans', async () => {
    const up = await startUp(home.path);
    up.signal('SIGKILL');
    await up.ended;
    const { code, stdout } = await runPitwall(['down', '--home', home.path, '--json']).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ wasUp: false, orphans: ['postgres', 'nats'] });
    expect(await serverPids()).toEqual(['-', '-']);
  });

  test('a postmaster.pid whose pid someone else has by now is no obstacle', async () => {
    const first = await startUp(home.path);
    first.signal('SIGTERM');
    await first.ended;
    const { folder } = placeOf(home.path);
    writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n${folder}/cluster\n1\n1\n\n127.0.0.1\n`);
    const second = await startUp(home.path);
    expect(await allAnswer()).toBe(true);
    second.signal('SIGTERM');
    await second.ended;
  });

  test('servers that die are started again where they were', async () => {
    await startUp(home.path);
    const ports = readPorts(existingHome(home.path)!);
    const pids = await serverPids();
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    const revived = async () => (await allAnswer()) && (await serverPids()).every((pid) => !pids.includes(pid));
    expect(await becomesTrue(revived, 10_000, 50)).toBe(true);
    // It listens before it has recovered from the kill.
    const recovered = () => ask('select 1').then(Boolean, () => false);
    expect(await becomesTrue(recovered, 10_000, 50)).toBe(true);
    expect(readPorts(existingHome(home.path)!)).toEqual(ports);
  });

  test('`up --detach` returns when it is ready, and `down` stops it', async () => {
    const { code, stdout } = await runPitwall(['up', '--detach', '--home', home.path]).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^ready http:\/\/127\.0\.0\.1:\d+\n$/) });
    expect(await stackStatus(home.path)).toMatchObject({ up: true });
    const down = await runPitwall(['down', '--home', home.path]).ended;
    expect(down).toMatchObject({ code: 0, stdout: 'stopped\n' });
    expect(await stackStatus(home.path)).toMatchObject({ up: false });
  });

  test('`up --detach` shows why it failed', async () => {
    writeFileSync(join(home.path, 'config.json'), '{"prot": 1}');
    const { code, stdout, stderr } = await runPitwall(['up', '--detach', '--home', home.path]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('prot: no such setting');
  });
});
