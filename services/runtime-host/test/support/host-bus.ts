import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import {
  HOST_STREAM,
  COMMAND_STREAM,
  bodiesBucket,
  encodeMessage,
  hostLog,
  subjects,
  type CommandVerb,
  type HostEvent,
} from '@pitwall/contracts';
import { startNats, type TestNats } from '@pitwall/service-kit/testing';
import { found } from './host-process.js';
import { tempFolder } from './temp-home.js';

/** Whoever shows no credentials may do what a host may, and no more: so every test shows that this is enough. */
const confinedTo = (host: string): string => `
authorization {
  users: [
    { user: gateway, password: gateway }
    { user: host, password: host, permissions: {
      publish: [
        "pw.v1.host.*.${host}.>", "pw.v1.heartbeat.${host}", "pw.v1.terminal.${host}.*.out",
        "$JS.API.CONSUMER.INFO.COMMAND.${host}", "$JS.API.CONSUMER.MSG.NEXT.COMMAND.${host}", "$JS.ACK.COMMAND.${host}.>",
        "$O.host_${host}.C.>", "$O.host_${host}.M.>",
        "$JS.API.STREAM.INFO.OBJ_host_${host}", "$JS.API.STREAM.MSG.GET.OBJ_host_${host}", "$JS.API.DIRECT.GET.OBJ_host_${host}.>"
      ]
      subscribe: ["_INBOX_${host}.>", "pw.v1.terminal.${host}.*.in", "pw.v1.terminal.${host}.*.resize", "pw.v1.terminal.${host}.*.ack"]
    } }
  ]
}
no_auth_user: host
`;

export interface HostBus {
  nats: TestNats;
  nc: NatsConnection;
  /** Everything on the HOST stream, in its order. */
  events(): HostEvent[];
  event(match: (event: HostEvent) => boolean): Promise<HostEvent>;
  command(verb: CommandVerb, data: object, fields?: object): Promise<string>;
  body(sha256: string): Promise<string>;
  stop(): Promise<void>;
}

/** A bus with the streams, the host's consumer and its bucket, as the gateway makes them. */
export async function startHostBus(hostId: string): Promise<HostBus> {
  const folder = tempFolder();
  const config = join(folder.path, 'nats.conf');
  writeFileSync(config, confinedTo(hostId));
  const nats = await startNats({ extraArgs: ['-c', config] });
  const nc = await connect({
    servers: nats.url,
    user: 'gateway',
    pass: 'gateway',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  });
  const jsm = await jetstreamManager(nc);
  for (const { name, subjects: filter, duplicateWindowMs } of [HOST_STREAM, COMMAND_STREAM]) {
    await jsm.streams.add({ name, subjects: [...filter], duplicate_window: duplicateWindowMs * 1e6 });
  }
  await jsm.consumers.add(COMMAND_STREAM.name, {
    durable_name: hostId,
    filter_subject: subjects.commandsOf(hostId),
    ack_policy: 'explicit',
  });
  const store = await new Objm(nc).create(bodiesBucket(hostId));
  const events: HostEvent[] = [];
  const watch = nc.subscribe('pw.v1.host.>', {
    callback: (_error, message) => void events.push(hostLog.parse(message.data)),
  });
  let commands = 0;
  return {
    nats,
    nc,
    events: () => events,
    event: (match) => found(() => events.find(match)),
    command: async (verb, data, fields = {}) => {
      const commandId = `cmd-${++commands}`;
      const message = {
        v: 1,
        commandId,
        hostId,
        event: verb,
        issuedAt: Date.now(),
        expiresAt: Date.now() + 60_000,
        data,
        ...fields,
      };
      await jetstream(nc).publish(subjects.command(hostId, verb), encodeMessage(message));
      return commandId;
    },
    body: async (sha256) => new TextDecoder().decode((await store.getBlob(sha256))!),
    stop: async () => {
      watch.unsubscribe();
      await nc.close();
      await nats.stop();
      folder.remove();
    },
  };
}
