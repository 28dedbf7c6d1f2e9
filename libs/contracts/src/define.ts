import { z } from 'zod';

export class MessageMalformed extends Error {
  constructor(
    readonly log: string,
    reason: string,
  ) {
    super(`malformed ${log} message: ${reason}`);
    this.name = 'MessageMalformed';
  }
}

type Events = Readonly<Record<string, z.ZodType>>;

type Known<E extends z.ZodObject, D extends Events> = {
  [K in keyof D & string]: z.infer<E> & { event: K; data: z.infer<D[K]> };
}[keyof D & string];

/** An event of a newer sender: its place in the order counts, its content is not read. */
type Unknown<E extends z.ZodObject> = z.infer<E> & { event: 'unknown'; name: string };

/**
 * A log: one envelope, and one schema for the `data` of every event that may stand in it.
 * `parse` takes the JSON bytes of a message; throws MessageMalformed.
 */
export function defineLog<E extends z.ZodObject, D extends Events>(name: string, envelope: E, events: D) {
  const withEvent = envelope.extend({ event: z.string().min(1).max(64), data: z.unknown().optional() });

  const parseValue = (value: unknown): Known<E, D> | Unknown<E> => {
    const outer = withEvent.safeParse(value);
    if (!outer.success) throw new MessageMalformed(name, z.prettifyError(outer.error));
    const { event, data, ...head } = outer.data as { event: string; data: unknown };
    const schema = Object.hasOwn(events, event) ? events[event] : undefined;
    if (!schema) return { ...head, event: 'unknown', name: event } as unknown as Unknown<E>;
    const inner = schema.safeParse(data);
    if (!inner.success) throw new MessageMalformed(`${name} ${event}`, z.prettifyError(inner.error));
    return { ...head, event, data: inner.data } as unknown as Known<E, D>;
  };

  return {
    name,
    events,
    parseValue,
    parse: (bytes: Uint8Array): Known<E, D> | Unknown<E> => parseValue(parseJson(name, bytes)),
  };
}

/** One message type that stands alone (a card, a command). */
export function defineMessage<S extends z.ZodType>(name: string, schema: S) {
  const parseValue = (value: unknown): z.infer<S> => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new MessageMalformed(name, z.prettifyError(parsed.error));
    return parsed.data;
  };
  return { name, schema, parseValue, parse: (bytes: Uint8Array) => parseValue(parseJson(name, bytes)) };
}

export const encodeMessage = (message: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(message));

function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new MessageMalformed(name, error instanceof Error ? error.message : 'not JSON');
  }
}
