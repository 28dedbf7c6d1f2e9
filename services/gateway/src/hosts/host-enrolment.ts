import { createHash, randomBytes } from 'node:crypto';
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { encodeUser } from '@nats-io/jwt';
import { fromPublic, fromSeed } from '@nats-io/nkeys';
import { Objm } from '@nats-io/obj';
import {
  COMMAND_STREAM,
  bodiesBucket,
  subjects,
  type HostConnection,
  type HostId,
  type TeamId,
} from '@pitwall/contracts';
import { inTransaction, type Bus, type Clock, type Db } from '@pitwall/service-kit';
import { addHost, addJoinToken, hostByToken, takeJoinToken, type HostRow } from '../io/directory-store.js';
import { hostPermissions } from './host-permissions.js';

export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
  readonly code = 'JOIN_REFUSED';
  readonly hint = 'Make a new token on the stack and use it within its lifetime; each is good once.';
}

export interface EnrolmentDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly shards: number;
  /** Addresses of the bus as hosts can reach them. */
  readonly natsServers: readonly string[];
  /** Signs the users of hosts. */
  readonly accountSeed: string;
}

export interface HostEnrolment {
  /** A one-time token for a new host of the team. */
  createJoinToken(team: TeamId): Promise<string>;
  /** Throws JoinRefused. */
  enrol(request: {
    token: string;
    publicKey: string;
    name: string;
  }): Promise<{ hostToken: string; connection: HostConnection }>;
  /** Throws JoinRefused. */
  connect(hostToken: string): Promise<HostConnection>;
}

/** Long enough to walk over to the other machine, ms. */
export const JOIN_LIFETIME_MS = 15 * 60_000;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
const newToken = (): string => randomBytes(32).toString('base64url');
const newHostId = (): HostId => `h${randomBytes(6).toString('hex')}` as HostId;

export function createHostEnrolment(deps: EnrolmentDeps): HostEnrolment {
  const { db, bus, clock, shards, natsServers } = deps;
  const signer = fromSeed(new TextEncoder().encode(deps.accountSeed));

  const connectionOf = async (host: HostRow): Promise<HostConnection> => {
    await provideFor(bus, host.host_id);
    const user = fromPublic(host.public_key);
    const jwt = await encodeUser(host.host_id, user, signer, { ...hostPermissions(host.host_id) });
    const { host_id: hostId, team_id: team } = host;
    return { hostId, team, natsServers: [...natsServers], jwt, shards, serverTime: clock.now() };
  };

  return {
    async createJoinToken(team) {
      const token = newToken();
      await addJoinToken(db, hashToken(token), team, JOIN_LIFETIME_MS);
      return token;
    },
    async enrol({ token, publicKey, name }) {
      const hostToken = newToken();
      const host = await inTransaction(db, async (tx) => {
        const team = await takeJoinToken(tx, hashToken(token));
        if (team === undefined) throw new JoinRefused('This join token is not valid (any more).');
        const row: HostRow = { host_id: newHostId(), team_id: team, name, public_key: publicKey };
        await addHost(tx, { ...row, token_hash: hashToken(hostToken) });
        return row;
      });
      return { hostToken, connection: await connectionOf(host) };
    },
    async connect(hostToken) {
      const host = await hostByToken(db, hashToken(hostToken));
      if (!host) throw new JoinRefused('This host is not known here (any more).');
      return connectionOf(host);
    },
  };
}

/** A host can't make these itself: its consumer of commands and its bucket of large bodies. */
async function provideFor(bus: Bus, hostId: HostId): Promise<void> {
  await bus.jsm.consumers.add(COMMAND_STREAM.name, {
    durable_name: hostId,
    filter_subject: subjects.commandsOf(hostId),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: 30_000 * 1_000_000,
  });
  await new Objm(bus.js).create(bodiesBucket(hostId));
}
