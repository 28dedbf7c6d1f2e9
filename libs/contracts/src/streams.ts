/** A JetStream stream as data; ages in ms, sizes in bytes. All keep by limits: an ack deletes nothing. */
export interface StreamDef {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly maxAgeMs: number;
  readonly duplicateWindowMs: number;
}

const DAY = 86_400_000;

/** Two minutes cover a publisher's retries; the watermarks in the readers' tables cover everything older. */
const DUPLICATE_WINDOW = 120_000;

export const HOST_STREAM: StreamDef = {
  name: 'HOST',
  subjects: ['pw.v1.host.>'],
  maxAgeMs: 7 * DAY,
  duplicateWindowMs: DUPLICATE_WINDOW,
};

export const SESSION_STREAM: StreamDef = {
  name: 'SESSION',
  subjects: ['pw.v1.session.>'],
  maxAgeMs: 7 * DAY,
  duplicateWindowMs: DUPLICATE_WINDOW,
};

/** A command has a deadline of minutes, so a day is ample. */
export const COMMAND_STREAM: StreamDef = {
  name: 'COMMAND',
  subjects: ['pw.v1.command.>'],
  maxAgeMs: DAY,
  duplicateWindowMs: DUPLICATE_WINDOW,
};

export const STREAMS = [HOST_STREAM, SESSION_STREAM, COMMAND_STREAM] as const;

/** KV bucket of the read model: the newest card of every session under `<team>.<sessionId>`. */
export const CARDS_BUCKET = 'cards';

/** Object bucket of a host's large bodies, keyed by their sha256. */
export const bodiesBucket = (hostId: string): string => `host_${hostId}`;
