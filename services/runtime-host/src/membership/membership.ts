import { join } from 'node:path';
import { createUser, fromSeed } from '@nats-io/nkeys';
import { z } from 'zod';
import { hostConnection, hostEnrolled, hostId, type HostConnection } from '@pitwall/contracts';
import { readJsonFile, writeFileAtomic } from '../atomic-file.js';
import type { BusAccess } from '../daemon/nats-link.js';

/** What this machine keeps of the stack that it belongs to (run/host.json, 0600). */
const membership = z.object({
  /** Where the stack's gateway answers. */
  url: z.string(),
  hostId,
  hostToken: z.string(),
  /** The key by which the bus knows this host; it never leaves the machine. */
  seed: z.string(),
});
type Membership = z.infer<typeof membership>;

/** The stack can't be asked: try again later. */
export class StackUnreachable extends Error {
  override readonly name = 'StackUnreachable';
  readonly code = 'STACK_UNREACHABLE';
  readonly hint = 'Check the address and that the stack is up.';
}

/** The stack was asked and says no: this machine has to join it anew. */
export class MembershipRefused extends Error {
  override readonly name = 'MembershipRefused';
  readonly code = 'MEMBERSHIP_REFUSED';
  readonly hint = 'Make a new join token on the stack and join again.';
}

const fileOf = (home: string): string => join(home, 'run', 'host.json');

const readMembership = (home: string): Membership | null => {
  const parsed = membership.safeParse(readJsonFile(fileOf(home)));
  return parsed.success ? parsed.data : null;
};

export const isMember = (home: string): boolean => readMembership(home) !== null;

export interface JoinRequest {
  readonly home: string;
  readonly url: string;
  /** One-time, made by the stack. */
  readonly token: string;
  /** What people call this machine. */
  readonly name: string;
}

/** Makes this machine a host of the stack. Throws StackUnreachable, MembershipRefused. */
export async function joinStack({ home, url, token, name }: JoinRequest): Promise<BusAccess> {
  const user = createUser();
  const seed = new TextDecoder().decode(user.getSeed());
  const answer = await post(`${url}/hosts/enrol`, { token, publicKey: user.getPublicKey(), name });
  const { hostToken, connection } = hostEnrolled.parseValue(answer);
  const kept: Membership = { url, hostId: connection.hostId, hostToken, seed };
  writeFileAtomic(fileOf(home), `${JSON.stringify(kept)}\n`, { sync: true });
  return accessOf(connection, seed);
}

/** Asks the stack for a fresh connection; `url` where its address is known better than what was kept. */
export async function connectToStack(home: string, url?: string): Promise<BusAccess> {
  const kept = readMembership(home);
  if (!kept) throw new MembershipRefused('This machine is no host of a stack yet.');
  const answer = await post(`${url ?? kept.url}/hosts/connect`, {}, kept.hostToken);
  const connection = hostConnection.parseValue(answer);
  if (url !== undefined && url !== kept.url) writeFileAtomic(fileOf(home), `${JSON.stringify({ ...kept, url })}\n`);
  return accessOf(connection, kept.seed);
}

const accessOf = (connection: HostConnection, seed: string): BusAccess => {
  // A seed that doesn't parse would fail later, far from its cause.
  fromSeed(new TextEncoder().encode(seed));
  return { ...connection, seed };
};

const TIMEOUT_MS = 10_000;

async function post(url: string, body: unknown, bearer?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) };
  const response = await fetch(url, request).catch((cause: unknown) =>
    Promise.reject(new StackUnreachable(`${url} does not answer: ${String(cause)}`)),
  );
  const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  if (response.ok) return answer;
  const reason = answer?.error?.message ?? `HTTP ${response.status}`;
  throw response.status === 401 ? new MembershipRefused(reason) : new StackUnreachable(`${url} refused: ${reason}`);
}
