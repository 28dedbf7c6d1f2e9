import type { Consumer, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import { COMMAND_STREAM, MessageMalformed, commandLog, type CommandOf, type CommandVerb } from '@pitwall/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { PtyHostUnreachable } from '../control/client.js';
import type { Logger } from '../logger.js';
import type { ServerClock } from './server-clock.js';

const RETRY_MS = 500;
/** Short, so that a consumer whose server was replaced is noticed within a second. */
const PULL = { expires: 2000, idle_heartbeat: 500, max_messages: 64 };

export type CommandHandlers = { [V in CommandVerb]: CommandHandler<V> };

export interface CommandHandler<V extends CommandVerb> {
  run(command: CommandOf<V>): Promise<void>;
  /** What to tell when it came too late; null: it's carried out all the same, as it does no harm. */
  expired: ((command: CommandOf<V>) => Promise<void>) | null;
}

export interface CommandCounts {
  done: number;
  expired: number;
  unknown: number;
  malformed: number;
  failed: number;
}

interface Deps {
  hostId: string;
  handlers: CommandHandlers;
  clock: ServerClock;
  log: Logger;
}

export interface Commands {
  /** Carries out the host's commands until the signal ends. */
  run(js: JetStreamClient, ended: AbortSignal): Promise<void>;
  counts(): CommandCounts;
}

/** Commands in the order sent; those of one terminal one after another, others don't wait for them. */
export function createCommands({ hostId, handlers, clock, log }: Deps): Commands {
  const counts: CommandCounts = { done: 0, expired: 0, unknown: 0, malformed: 0, failed: 0 };
  const queues = new Map<string, Promise<void>>();

  const parse = (message: JsMsg) => {
    try {
      return commandLog.parse(message.data);
    } catch (error) {
      if (!(error instanceof MessageMalformed)) throw error;
      counts.malformed++;
      log.error({ error: error.message, subject: message.subject }, 'a command could not be read');
      return null;
    }
  };

  const carryOut = async (command: CommandOf<CommandVerb>): Promise<void> => {
    // The table has, under each verb, the handler for commands of that verb.
    const handler = handlers[command.event] as CommandHandler<CommandVerb>;
    if (handler.expired && clock.now() > command.expiresAt) {
      counts.expired++;
      await handler.expired(command);
      return;
    }
    await handler.run(command);
    counts.done++;
  };

  const take = async (message: JsMsg): Promise<void> => {
    const command = parse(message);
    if (!command || command.event === 'unknown') {
      if (command) {
        counts.unknown++;
        log.warn({ verb: command.name, commandId: command.commandId }, 'this host is too old for a command: update it');
      }
      message.ack();
      return;
    }
    clock.see(Number(BigInt(message.info.timestampNanos) / 1_000_000n));
    try {
      await carryOut(command);
      message.ack();
    } catch (error) {
      if (error instanceof PtyHostUnreachable) return message.nak(RETRY_MS);
      counts.failed++;
      log.error({ error, verb: command.event, commandId: command.commandId }, 'a command failed');
      message.ack();
    }
  };

  /** Turns for one terminal keep their order; nothing else waits while one is typed. */
  const enqueue = (message: JsMsg): void => {
    const queue = queueOf(message);
    const before = queues.get(queue) ?? Promise.resolve();
    const mine = before.then(() => take(message)).catch((error: unknown) => log.error({ error }, 'a command was lost'));
    queues.set(queue, mine);
    void mine.then(() => {
      if (queues.get(queue) === mine) queues.delete(queue);
    });
  };

  const consume = async (consumer: Consumer, ended: AbortSignal): Promise<void> => {
    const messages = await consumer.consume(PULL);
    const stop = (): void => messages.stop();
    ended.addEventListener('abort', stop);
    try {
      for await (const message of messages) enqueue(message);
    } finally {
      ended.removeEventListener('abort', stop);
    }
  };

  return {
    run: async (js, ended) => {
      while (!ended.aborted) {
        try {
          await consume(await js.consumers.get(COMMAND_STREAM.name, hostId), ended);
        } catch (error) {
          // The gateway makes the consumer when the host enrols, perhaps a moment later than we ask.
          if (!ended.aborted) log.warn({ error: String(error) }, 'commands can’t be read yet');
        }
        if (!ended.aborted) await wait(RETRY_MS);
      }
    },
    counts: () => ({ ...counts }),
  };
}

function queueOf(message: JsMsg): string {
  try {
    const { event, data } = message.json<{ event?: string; data?: { terminalId?: unknown } }>();
    return typeof data?.terminalId === 'string' && event !== 'check' && event !== 'stop-terminal'
      ? data.terminalId
      : `${String(event)} ${message.seq}`;
  } catch {
    return '';
  }
}
