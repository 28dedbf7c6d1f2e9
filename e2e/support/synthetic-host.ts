import { jetstream, type JsMsg } from '@nats-io/jetstream';
import { createUser } from '@nats-io/nkeys';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import {
  COMMAND_STREAM,
  HEARTBEAT_MS,
  commandLog,
  encodeMessage,
  hostEnrolled,
  subjects,
  type Command,
  type CommandOf,
  type HostEvent,
  type HostFact,
  type HostId,
} from '@pitwall/contracts';
import type { Cluster } from './cluster.js';

/** The bus's side of a host without terminals: it numbers facts, sends them until they are committed, answers checks. */
export interface SyntheticHost {
  readonly hostId: HostId;
  /** Everything it has numbered so far, its answers to checks included: the input of a model. */
  readonly log: readonly HostEvent[];
  /** Host time now, ms. */
  now(): number;
  append(fact: HostFact): HostEvent;
  /** Resolves when the stream has all that was appended. */
  flushed(): Promise<void>;
  /** Commands that came, of this verb. */
  commands<V extends Command['event']>(verb: V): Extract<Command, { event: V }>[];
  /** No heartbeat and no answers, as when the machine sleeps. */
  sleep(): void;
  wake(): void;
  /** A heartbeat now, beside the regular ones. */
  beat(): void;
  stop(): Promise<void>;
}

export interface SyntheticOptions {
  readonly name?: string;
  /** What it says of children that a check asks about. */
  readonly children?: (callId: string) => boolean | null;
  /** Its host time and its wall clock, ms; without it, those of this process. */
  readonly clock?: () => number;
  /** False: whoever holds it answers, with `append`. */
  readonly answersChecks?: boolean;
  readonly delivery?: Delivery;
}

/** How its messages fare on their way the first time; what is asked for again comes in order, once. */
export interface Delivery {
  /** How many copies of this event are published, 0 for one that is lost. */
  readonly copies: (event: HostEvent) => number;
  /** The order in which events are published that were appended in one tick. */
  readonly order: (events: readonly HostEvent[]) => readonly HostEvent[];
}

const MAX_IN_FLIGHT = 512;
const RETRY_MS = 50;

/** Joins as a host and returns its credentials. */
export async function enrol(cluster: Pick<Cluster, 'ask' | 'url'>, name: string) {
  const { createJoinToken } = await cluster.ask<{ createJoinToken: { token: string } }>(
    'mutation { createJoinToken { token } }',
  );
  const user = createUser();
  const response = await fetch(`${cluster.url}/hosts/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: createJoinToken.token, publicKey: user.getPublicKey(), name }),
  });
  return { user, ...hostEnrolled.parseValue(await response.json()).connection };
}

export async function startSyntheticHost(cluster: Cluster, options: SyntheticOptions = {}): Promise<SyntheticHost> {
  const { name = 'synthetic', children = () => null, answersChecks = true, delivery = null } = options;
  const now = options.clock ?? (() => performance.now());
  const wallNow = options.clock ?? (() => Date.now());
  const { user, hostId, jwt, natsServers, shards } = await enrol(cluster, name);
  const nc = await connect({
    servers: natsServers,
    inboxPrefix: `_INBOX_${hostId}`,
    authenticator: jwtAuthenticator(jwt, user.getSeed()),
    // Dozens of them begin at once on a small machine.
    timeout: 60_000,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    pingInterval: 2_000,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
  });
  const log: HostEvent[] = [];
  const received: Command[] = [];
  const outbox = createSender({ nc, hostId, shards, log, delivery });
  let asleep = false;

  const append = (fact: HostFact): HostEvent => {
    const place = { v: 1 as const, hostId, hostSeq: log.length + 1, oldest: 1, at: wallNow(), t: now() };
    const event = { ...place, bootId: 'synthetic', ...fact } as HostEvent;
    log.push(event);
    outbox.wake();
    return event;
  };
  const answerCheck = ({ data }: CommandOf<'check'>): void => {
    const { checkId, sessionId, calls } = data;
    append({
      event: 'checked',
      data: {
        ...{ checkId, sessionId, processAlive: null, lastOutputT: null, cliState: null },
        children: calls.map(({ callId }) => ({ callId, alive: children(callId) })),
      },
    });
  };
  const onCommand = (command: Command): void => {
    received.push(command);
    if (command.event === 'check' && answersChecks && !asleep) answerCheck(command);
    if (command.event === 'resend') outbox.rewind(command.data.from);
  };
  const beat = (): void => {
    if (asleep) return;
    const times = { t: now(), at: wallNow() };
    const places = { written: log.length, sent: outbox.sent(), terminals: 0 };
    nc.publish(
      subjects.heartbeat(hostId),
      encodeMessage({ v: 1, hostId, version: 'synthetic', ...times, ...places, counters: {} }),
    );
  };
  const beating = setInterval(beat, HEARTBEAT_MS);
  beat();
  const consuming = consumeCommands({ nc, hostId, onCommand, isStopped: () => nc.isClosed() });

  return {
    ...{ hostId, log, append, now, beat },
    flushed: () => outbox.flushed(),
    commands: <V extends Command['event']>(verb: V) =>
      received.filter((command): command is Extract<Command, { event: V }> => command.event === verb),
    sleep: () => void (asleep = true),
    wake: () => {
      asleep = false;
      beat();
    },
    stop: async () => {
      clearInterval(beating);
      outbox.stop();
      await nc.close();
      await consuming;
    },
  };
}

interface SenderDeps {
  readonly nc: NatsConnection;
  readonly hostId: string;
  readonly shards: number;
  readonly log: HostEvent[];
  readonly delivery: Delivery | null;
}

/** Publishes the log in order, many at a time; from the first refused one on again. */
function createSender({ nc, hostId, shards, log, delivery }: SenderDeps) {
  const js = jetstream(nc, { checkAPI: false, timeout: 2_000 });
  let next = 1;
  let acknowledged = 0;
  let run = 0;
  let stopped = false;
  let inFlight = 0;
  let ticking = false;
  /** The newest one that has been on its way. */
  let tried = 0;
  const waiting = new Set<() => void>();

  const settle = (): void => {
    for (const resolve of [...waiting]) resolve();
  };
  const goTo = (seq: number): void => {
    run += 1;
    next = Math.min(next, seq);
    inFlight = 0;
    if (!stopped) setTimeout(pump, RETRY_MS);
  };
  const publish = async (event: HostEvent, mine: number, copies: number): Promise<void> => {
    const subject = subjects.hostEvent(hostId, event.event === 'unknown' ? event.name : event.event, shards);
    const data = encodeMessage(event);
    const sent = Array.from({ length: copies }, (_, copy) =>
      js.publish(subject, data, { msgID: `${hostId}-${event.hostSeq}.${mine}.${copy}` }),
    );
    await Promise.all(sent);
  };
  const publishOne = (event: HostEvent, mine: number, copies = 1): void => {
    inFlight += 1;
    publish(event, mine, copies).then(
      () => {
        if (mine !== run) return;
        inFlight -= 1;
        acknowledged = Math.max(acknowledged, event.hostSeq);
        pump();
      },
      () => {
        if (mine === run) goTo(event.hostSeq);
      },
    );
  };
  const pump = (): void => {
    ticking = false;
    if (!stopped && !nc.isClosed()) {
      const batch = log.slice(next - 1, next - 1 + MAX_IN_FLIGHT - inFlight);
      next += batch.length;
      const again = batch.filter(({ hostSeq }) => !delivery || hostSeq <= tried);
      const fresh = batch.slice(again.length);
      tried = Math.max(tried, next - 1);
      for (const event of again) publishOne(event, run);
      for (const event of delivery?.order(fresh) ?? fresh) publishOne(event, run, delivery?.copies(event));
    }
    if (inFlight === 0 && next > log.length) settle();
  };
  /** Where the order is to be changed, what is appended in one tick is published together. */
  const wake = (): void => {
    if (!delivery) return pump();
    if (ticking) return;
    ticking = true;
    setImmediate(pump);
  };

  return {
    wake,
    rewind: (from: number) => goTo(from),
    sent: () => acknowledged,
    stop: () => void (stopped = true),
    flushed: () =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          if (inFlight > 0 || next <= log.length) return;
          waiting.delete(done);
          resolve();
        };
        waiting.add(done);
        done();
      }),
  };
}

async function consumeCommands(deps: {
  nc: NatsConnection;
  hostId: string;
  onCommand: (command: Command) => void;
  isStopped: () => boolean;
}): Promise<void> {
  const { nc, hostId, onCommand, isStopped } = deps;
  const js = jetstream(nc, { checkAPI: false });
  while (!isStopped()) {
    try {
      const consumer = await js.consumers.get(COMMAND_STREAM.name, hostId);
      const messages = await consumer.consume({ expires: 2_000, idle_heartbeat: 500, max_messages: 256 });
      for await (const message of messages) take(message, onCommand);
    } catch {
      // Made anew below, as the product's host does.
    }
    if (!isStopped()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function take(message: JsMsg, onCommand: (command: Command) => void): void {
  onCommand(commandLog.parse(message.data));
  message.ack();
}
