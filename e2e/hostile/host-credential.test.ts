import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createUser } from '@nats-io/nkeys';
import { PermissionViolationError, connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { startCluster, type Cluster } from '../support/cluster.js';
import { enrol } from '../support/synthetic-host.js';

let cluster: Cluster;
let own: string;
let other: string;
let nc: NatsConnection;
const denied: string[] = [];

jest.setTimeout(60_000);
beforeAll(async () => {
  cluster = await startCluster({ shards: 2 });
  other = (await enrol(cluster, 'other')).hostId;
  const { user, hostId, jwt, natsServers } = await enrol(cluster, 'own');
  own = hostId;
  nc = await connect({
    servers: natsServers,
    inboxPrefix: `_INBOX_${own}`,
    authenticator: jwtAuthenticator(jwt, user.getSeed()),
  });
  const note = async (): Promise<void> => {
    for await (const status of nc.status()) {
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        denied.push(`${status.error.operation} ${status.error.subject}`);
    }
  };
  void note();
});
afterAll(async () => {
  await nc?.close();
  await cluster?.stop();
});

/** What the server says to it, before it answers the flush; the connection tells it in its own time. */
async function verdictOn(operation: 'publish' | 'subscription', subject: string): Promise<'denied' | 'allowed'> {
  denied.length = 0;
  if (operation === 'publish') nc.publish(subject, '{}');
  else nc.subscribe(subject, { callback: () => undefined });
  await nc.flush();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return denied.some((one) => one.startsWith(operation)) ? 'denied' : 'allowed';
}

const foreign = (): [operation: 'publish' | 'subscription', subject: string][] => [
  ...[
    `pw.v1.host.0.${other}.hook`,
    `pw.v1.heartbeat.${other}`,
    `pw.v1.terminal.${other}.t.out`,
    `pw.v1.terminal.${own}.t.in`,
    `pw.v1.command.${other}.stop-terminal`,
    `pw.v1.command.${own}.stop-terminal`,
    'pw.v1.session.0.s-1.hook',
    'pw.v1.request.session-state.0.stop',
    'pw.v1.request.directory.team-of-host',
    'pw.v1.status',
    'pw.v1.metrics',
    `_INBOX_${other}.x`,
    '_INBOX.x',
    `$O.host_${other}.C.x`,
    `$O.host_${other}.M.x`,
    `$JS.API.CONSUMER.MSG.NEXT.COMMAND.${other}`,
    `$JS.API.CONSUMER.CREATE.COMMAND.mine.pw.v1.command.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.HOST.mine`,
    '$JS.API.STREAM.CREATE.MINE',
    '$JS.API.STREAM.DELETE.HOST',
    '$JS.API.STREAM.PURGE.HOST',
    '$JS.API.STREAM.MSG.GET.HOST',
    `$JS.API.STREAM.MSG.GET.OBJ_host_${other}`,
    '$JS.API.DIRECT.GET.KV_cards.x',
    '$KV.cards.home.s-1',
    '$SYS.REQ.SERVER.PING',
  ].map((subject): ['publish', string] => ['publish', subject]),
  ...[
    '>',
    'pw.v1.>',
    'pw.v1.host.>',
    'pw.v1.session.>',
    `pw.v1.command.${own}.>`,
    `pw.v1.command.${other}.>`,
    `pw.v1.terminal.${other}.*.in`,
    `pw.v1.terminal.${own}.*.out`,
    'pw.v1.heartbeat.*',
    'pw.v1.status',
    `_INBOX_${other}.>`,
    '_INBOX.>',
    '$SYS.>',
    '$JS.EVENT.>',
    '$KV.cards.>',
    `$O.host_${other}.>`,
  ].map((subject): ['subscription', string] => ['subscription', subject]),
];

test('token theft: a host’s credential says and hears what is its own, and nothing of another host or of a service', async () => {
  expect(await verdictOn('publish', `pw.v1.heartbeat.${own}`)).toBe('allowed');
  expect(await verdictOn('subscription', `pw.v1.terminal.${own}.*.in`)).toBe('allowed');
  for (const [operation, subject] of foreign()) {
    const verdict = await verdictOn(operation, subject);
    expect({ operation, subject, verdict }).toEqual({ operation, subject, verdict: 'denied' });
  }
});

const enrolWith = async (token: string): Promise<number> => {
  const publicKey = createUser().getPublicKey();
  const response = await fetch(`${cluster.url}/hosts/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, publicKey, name: 'thief' }),
  });
  return response.status;
};
const makeToken = async (): Promise<string> =>
  (await cluster.ask<{ createJoinToken: { token: string } }>('mutation { createJoinToken { token } }')).createJoinToken
    .token;

async function inDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test('token theft: a join token that was used, has expired or is made up lets nobody in', async () => {
  const used = await makeToken();
  expect(await enrolWith(used)).toBe(200);
  expect(await enrolWith(used)).toBe(401);
  const expired = await makeToken();
  await inDatabase(`update directory.join_tokens set expires_at = now() - interval '1 second'`);
  expect(await enrolWith(expired)).toBe(401);
  for (const token of ['wrong', cluster.ownerToken, "';--"]) expect(await enrolWith(token)).toBe(401);
  expect(await enrolWith('')).toBe(400);
});

test('token theft: a login code that has expired logs nobody in', async () => {
  const { createLoginCode } = await cluster.ask<{ createLoginCode: { code: string } }>(
    'mutation { createLoginCode { code } }',
  );
  await inDatabase(`update directory.login_codes set expires_at = now() - interval '1 second'`);
  expect((await fetch(`${cluster.url}/login?code=${createLoginCode.code}`, { redirect: 'manual' })).status).toBe(401);
});
