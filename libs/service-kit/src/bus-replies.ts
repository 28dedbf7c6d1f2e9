import { NoRespondersError, RequestError, TimeoutError } from '@nats-io/transport-node';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { NotReachable, RemoteError, RequestTimedOut, errorBody } from './bus-errors.js';
import type { ErrorBody } from './bus-errors.js';
import type { Log } from './log.js';

/** Handles one request; what it returns is the reply's JSON body, what it throws reaches the caller as `RemoteError`. */
export type RequestHandler = (body: unknown, subject: string) => unknown;

export interface Replies {
  /** Answers requests on `subject` (wildcards allowed); one member of `queue` gets each. Returns how to stop. */
  serve(subject: string, handler: RequestHandler, options?: { queue?: string }): () => Promise<void>;
  /** Throws `RemoteError` (refused), `NotReachable` (nobody there; fast) or `RequestTimedOut` (outcome unknown). */
  request<T = unknown>(subject: string, body: unknown, options: { timeoutMs: number }): Promise<T>;
}

interface RepliesDeps {
  readonly nc: NatsConnection;
  readonly log: Log;
  readonly connected: () => boolean;
}

type Reply = { result: unknown } | { error: ErrorBody };

/** Request and reply with JSON bodies over core NATS. */
export function createReplies({ nc, log, connected }: RepliesDeps): Replies {
  const answer = async (message: Msg, handler: RequestHandler): Promise<Reply> => {
    try {
      const result = await handler(message.data.length > 0 ? message.json() : null, message.subject);
      return { result: result ?? null };
    } catch (error) {
      const body = errorBody(error);
      if (body.code === 'INTERNAL') log.error({ err: error, subject: message.subject }, 'a request failed');
      return { error: body };
    }
  };

  return {
    serve: (subject, handler, options = {}) => {
      const running = new Set<Promise<unknown>>();
      const subscription = nc.subscribe(subject, {
        ...(options.queue === undefined ? {} : { queue: options.queue }),
        callback: (error, message) => {
          if (error) return log.error({ err: error, subject }, 'a request subscription was refused');
          const work = answer(message, handler).then((reply) => void message.respond(JSON.stringify(reply)));
          const settled = work.catch((cause: unknown) => log.warn({ err: cause, subject }, 'a reply was not sent'));
          running.add(settled);
          void settled.finally(() => running.delete(settled));
        },
      });
      return async () => {
        if (!subscription.isClosed()) subscription.unsubscribe();
        await Promise.all(running);
      };
    },
    request: async <T>(subject: string, body: unknown, { timeoutMs }: { timeoutMs: number }) => {
      if (!connected()) throw new NotReachable(subject);
      const message = await nc
        .request(subject, JSON.stringify(body), { timeout: timeoutMs })
        .catch((error: unknown) => Promise.reject(requestFailure(error, subject, timeoutMs)));
      const reply = message.json<Reply>();
      if ('error' in reply) throw new RemoteError(reply.error);
      return reply.result as T;
    },
  };
}

function requestFailure(error: unknown, subject: string, timeoutMs: number): Error {
  const cause = error instanceof RequestError ? (error.cause ?? error) : error;
  if (error instanceof NoRespondersError || cause instanceof NoRespondersError) return new NotReachable(subject);
  if (error instanceof RequestError && error.isNoResponders()) return new NotReachable(subject);
  if (error instanceof TimeoutError || cause instanceof TimeoutError) return new RequestTimedOut(subject, timeoutMs);
  return error instanceof Error ? error : new Error(String(error));
}
