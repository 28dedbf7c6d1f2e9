import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import type { ServiceStatus } from '@pitwall/contracts';
import type { Session } from '../support/session.js';
import { joinOutsideHost, startComposeStack, type ComposeStack, type OutsideHost } from './compose-stack.js';

/** Building the images from nothing takes most of it. */
const UP_MS = 900_000;
const SETTLE_MS = 30_000;

let stack: ComposeStack;
let host: OutsideHost;

jest.setTimeout(180_000);
beforeAll(async () => {
  stack = await startComposeStack();
  host = await joinOutsideHost(stack);
}, UP_MS);
afterAll(async () => {
  await host?.remove();
  await stack?.remove();
}, UP_MS);

const startSession = async (prompt: string): Promise<string> => {
  const words = ['session', 'start', '--cli', 'claude', '--cwd', host.folder, '--prompt', prompt];
  return (await stack.ask<Session>(...words)).id;
};

const whenStatus = (id: string, status: Session['status']): Promise<Session> =>
  eventually(
    async () => {
      const session = await stack.ask<Session>('session', 'show', id);
      if (session.status !== status) throw new Error(`${id} is ${session.status}, not ${status}`);
      return session;
    },
    { timeoutMs: SETTLE_MS, everyMs: 250 },
  );

/** Shards that each instance of a service says it owns, fewest first. */
const sharesOf = async (service: string): Promise<number[]> => {
  const { parts } = await stack.ask<{ parts: ServiceStatus[] }>('status');
  const own = parts.filter(({ name }) => name === service);
  return own.map(({ detail }) => Number(/^(\d+) of 8 shards/.exec(detail)?.[1] ?? 0)).sort();
};

test('a host outside the containers joins, and a session runs through them', async () => {
  const { hosts } = await stack.ask<{ hosts: { id: string; reachable: boolean }[] }>('host', 'list');
  expect(hosts).toEqual([expect.objectContaining({ id: host.hostId, reachable: true })]);
  const id = await startSession('hello [[text: done]]');
  expect(await whenStatus(id, 'waiting')).toMatchObject({ hostId: host.hostId, match: { step: 'launch' } });
});

test('two services with three instances each share their shards, and one that is killed is replaced by the others', async () => {
  await stack.compose('up', '--detach', '--wait', '--scale', 'matcher=3', '--scale', 'session-state=3');
  for (const service of ['matcher', 'session-state']) {
    const shares = await eventually(
      async () => {
        const found = await sharesOf(service);
        if (found.length !== 3 || found.some((share) => share > 3)) throw new Error(`${service}: ${found.join(', ')}`);
        return found;
      },
      { timeoutMs: SETTLE_MS, everyMs: 500 },
    );
    expect(shares).toEqual([2, 3, 3]);
  }
  const working = await startSession('take a while [[hang: Read]]');
  await stack.compose('kill', '--signal', 'KILL', 'matcher', 'session-state');
  await stack.compose('up', '--detach', '--wait', '--scale', 'matcher=3', '--scale', 'session-state=3');
  const id = await startSession('still there? [[text: yes]]');
  await whenStatus(id, 'waiting');
  await stack.ask('session', 'stop', working);
  await whenStatus(working, 'ended');
});

test('every container is well, and none of ours runs as root', async () => {
  const lines = (await stack.compose('ps', '--format', 'json')).trim().split('\n');
  const states = lines.map((line) => JSON.parse(line) as { Service: string; Health: string });
  expect(states.filter(({ Health }) => Health !== 'healthy')).toEqual([]);
  for (const service of ['matcher', 'session-state', 'gateway', 'nats']) {
    expect((await stack.compose('exec', '-T', service, 'id', '-u')).trim()).toBe('1000');
  }
});
