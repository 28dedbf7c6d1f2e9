import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { connectToStack, isMember, joinStack, type BusAccess, type RuntimeHost } from '@pitwall/runtime-host';
import { hostOfHome } from '../host-of-home.js';
import type { ServicePart, StackContext } from '../services.js';

/** This machine as a host of its own stack, joined over the same routes as a machine far away. */
export const runtimeHostPart = (stack: StackContext): ServicePart => {
  const url = `http://127.0.0.1:${stack.gatewayPort}`;
  let host: RuntimeHost | null = null;
  return {
    name: 'runtime-host',
    start: async () => {
      const { home, config } = stack;
      host = hostOfHome({
        ...{ home, config, log: stack.logFor('runtime-host') },
        connection: await accessTo(stack, url),
      });
      await host.start();
      stack.noteHookPort(host.status().hookPort ?? config.hookPort);
      await inReach(host);
    },
    stop: async () => {
      await host?.stop();
      host = null;
    },
  };
};

async function accessTo({ home, ownerToken }: StackContext, url: string): Promise<BusAccess> {
  if (isMember(home.root)) return connectToStack(home.root, url);
  return joinStack({ home: home.root, url, token: await joinToken(url, ownerToken), name: hostname() });
}

async function joinToken(url: string, ownerToken: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ownerToken}` },
    body: JSON.stringify({ query: 'mutation { createJoinToken { token } }' }),
  });
  const { data } = (await response.json()) as { data?: { createJoinToken: { token: string } } };
  if (!data) throw new Error(`the gateway gave no join token (HTTP ${response.status})`);
  return data.createJoinToken.token;
}

const REACH_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 10;

/** "ready" means that a session can be started: the host is on the bus and has been heard. */
async function inReach(host: RuntimeHost): Promise<void> {
  const giveUp = performance.now() + REACH_TIMEOUT_MS;
  while (!host.status().busConnected && performance.now() < giveUp) await wait(LOOK_EVERY_MS);
  if (!host.status().busConnected) throw new Error('this machine’s host did not reach NATS');
}
