import { setTimeout as wait } from 'node:timers/promises';
import { connectToStack, isMember, joinStack, StackUnreachable } from '@pitwall/runtime-host';
import type { BusAccess } from '@pitwall/runtime-host';
import { inHeldHome } from './held-home.js';
import { readHomeConfig } from './home-config.js';
import { openHome } from './home.js';
import { hostOfHome } from './host-of-home.js';
import { StackError } from './stack-error.js';
import type { StackLog } from './stack-log.js';

const RETRY_MS = 2_000;

/** Makes this machine a host of the stack at `url`; `token` is good once. Throws StackUnreachable, MembershipRefused. */
export async function joinAsHost(options: {
  readonly home: string;
  readonly url: string;
  readonly token: string;
  readonly name: string;
}): Promise<{ hostId: string }> {
  const home = openHome(options.home);
  const { hostId } = await joinStack({ ...options, home: home.root });
  return { hostId };
}

export interface RunningHost {
  readonly hostId: string;
  stop(): Promise<void>;
}

/** Runs the host of a home that has joined a stack elsewhere, and holds the home's lock until `stop`. */
export async function startJoinedHost(options: {
  readonly home: string;
  readonly log: StackLog;
  readonly signal: AbortSignal;
}): Promise<RunningHost> {
  if (!isMember(openHome(options.home).root)) {
    throw new StackError(
      'NOT_JOINED',
      'This machine is no host of a stack yet.',
      'First: pitwall host join URL --token T',
    );
  }
  return inHeldHome(options.home, async ({ home, logFor }) => {
    const config = readHomeConfig(home);
    const connection = await whenReachable(home.root, options);
    const host = hostOfHome({ home, config, connection, log: logFor('runtime-host') });
    await host.start();
    return { hostId: connection.hostId, stop: () => host.stop() };
  });
}

/** The stack may come up after this machine does. */
async function whenReachable(
  home: string,
  { log, signal }: { log: StackLog; signal: AbortSignal },
): Promise<BusAccess> {
  for (let told = false; ; told = true) {
    try {
      return await connectToStack(home);
    } catch (error) {
      if (!(error instanceof StackUnreachable)) throw error;
      if (!told) log(`${error.message}; trying again until it does`);
      await wait(RETRY_MS, undefined, { signal });
    }
  }
}
