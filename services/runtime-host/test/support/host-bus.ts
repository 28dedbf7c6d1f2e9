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
  const nats = await startNats();
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
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
    },
  };
}
