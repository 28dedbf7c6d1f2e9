import { setTimeout as wait } from 'node:timers/promises';
import { INLINE_BODY_BYTES, encodeMessage, subjects } from '@pitwall/contracts';
import { shrinkPayload } from '../core/hook-body.js';
import { isNamedField } from '../core/named-fields.js';
import { largeValues } from '../core/place-bodies.js';
import type { Logger } from '../logger.js';
import type { LargeBodies } from './large-bodies.js';
import type { PtyHostLink } from './pty-host-link.js';

/** Sent and not acknowledged yet: enough to fill the link, few enough to be sent again. */
const MAX_IN_FLIGHT = 256;
const READ_BYTES = 1024 * 1024;
const READ_WAIT_MS = 5000;
const ACK_MS = 5000;
const FAILURE_PAUSE_MS = 250;
const LOOK_FOR_BUS_MS = 50;
/** Readers that ask for the same again and again are served once in this time. */
const REWIND_EVERY_MS = 1000;
const MAX_BODY_FAILURES = 20;
/** More than all of an event but its payload, 32 ancestors included. */
const ENVELOPE_BYTES = 64 * 1024;

/** Where events go: resolves when the store has one. */
export interface EventSink {
  publish(message: { subject: string; bytes: Uint8Array; id: string; timeoutMs: number }): Promise<void>;
  bodies: LargeBodies;
  /** What one message may have. */
  maxBytes: number;
  /** False while the bus is out of reach: nothing is sent then. */
  isUp(): boolean;
}

export interface Publisher {
  /** Publishes until the signal ends. */
  run(sink: EventSink, ended: AbortSignal): Promise<void>;
  /** Sends again from `from` on. */
  rewind(from: number, reason: string): void;
  /** The bus was away and is back: what was under way is sent again at once, instead of when its time runs out. */
  onReturn(): void;
  /** The newest number sent, and the newest one written as far as it's known. */
  place(): { sent: number; written: number; oldest: number };
}

interface Deps {
  hostId: string;
  shards: number;
  link: PtyHostLink;
  log: Logger;
}

interface EntryData {
  payload?: Record<string, unknown>;
  truncated?: boolean;
}

type Entry = { hostSeq: number; event: string; data: EntryData; src?: string };

/** Carries the host's log to the bus: in order, again from the oldest uncommitted event after every start. */
export function createPublisher({ hostId, shards, link, log }: Deps): Publisher {
  /** The next number to send; null = the oldest one that is not committed. */
  let cursor: number | null = null;
  let highest = 0;
  let written = 0;
  let oldest = 1;
  /** Grows with every rewind: what was under way before it no longer counts. */
  let run = 0;
  let attempt: string | null = null;
  let rewound = newSignal();
  let rewoundAt = -Infinity;
  const inFlight = new Set<number>();
  let bodyFailures = 0;
  let onSlot: (() => void) | null = null;

  const goTo = (seq: number): void => {
    run++;
    cursor = seq;
    inFlight.clear();
    onSlot?.();
    attempt = Date.now().toString(36);
    const signal = rewound;
    rewound = newSignal();
    signal.fire();
  };

  /** NATS drops an id that it has seen within two minutes, so what is sent again has another one. */
  const messageId = (seq: number): string =>
    attempt !== null && seq <= highest ? `${hostId}-${seq}.r${attempt}` : `${hostId}-${seq}`;

  const send = async (sink: EventSink, entry: Entry): Promise<void> => {
    const mine = run;
    const rest = { ...entry };
    delete rest.src;
    if (entry.event === 'hook') await placeBodies(sink, entry.data);
    while (inFlight.size >= MAX_IN_FLIGHT) await new Promise<void>((resolve) => (onSlot = resolve));
    // Rewound meanwhile: the older events go first.
    if (mine !== run) return;
    const seq = entry.hostSeq;
    const id = messageId(seq);
    highest = Math.max(highest, seq);
    inFlight.add(seq);
    const bytes = encodeWithin(sink.maxBytes, { v: 1, hostId, oldest, ...rest });
    sink
      .publish({ subject: subjects.hostEvent(hostId, entry.event, shards), bytes, id, timeoutMs: ACK_MS })
      .catch((error: unknown) => {
        if (mine !== run) return;
        log.warn({ hostSeq: seq, error: String(error) }, 'an event was not taken; sending again from it on');
        goTo(seq);
      })
      .finally(() => {
        if (mine === run) inFlight.delete(seq);
        onSlot?.();
      });
  };

  /** A bucket that stays away must not hold up the log for ever: after some tries the heads go without the rest. */
  const placeBodies = async (sink: EventSink, data: EntryData): Promise<void> => {
    if (!data.payload) return;
    try {
      await sink.bodies.place(data.payload);
      bodyFailures = 0;
    } catch (error) {
      if (++bodyFailures < MAX_BODY_FAILURES) throw error;
      log.error({ error: String(error) }, 'the store for large bodies is out of reach; an event goes without them');
      for (const { body, replace } of largeValues(data.payload, INLINE_BODY_BYTES)) replace(body.head);
      data.truncated = true;
    }
  };

  const round = async (sink: EventSink, ended: AbortSignal, stopped: Promise<null>): Promise<void> => {
    const mine = run;
    const reading = link.call('log', {
      from: cursor ?? oldest,
      maxBytes: READ_BYTES,
      waitMs: cursor === null ? 0 : READ_WAIT_MS,
    });
    const read = await Promise.race([reading, rewound.fired, stopped]);
    reading.catch(() => undefined);
    if (!read || mine !== run) return;
    oldest = read.result.oldest;
    written = read.result.next - 1;
    if (cursor === null || cursor < oldest) {
      cursor = oldest;
      return;
    }
    for (const line of linesOf(read.body)) {
      const entry = JSON.parse(line) as Entry;
      if (entry.hostSeq < cursor) continue;
      await send(sink, entry);
      if (mine !== run || ended.aborted) return;
      cursor = entry.hostSeq + 1;
    }
  };

  return {
    run: async (sink, ended) => {
      // What was under way on an older link may be lost.
      if (cursor !== null) goTo(oldest);
      const stopped = aborted(ended);
      while (!ended.aborted) {
        const before = run;
        if (!sink.isUp()) {
          await wait(LOOK_FOR_BUS_MS);
          continue;
        }
        try {
          await round(sink, ended, stopped);
          if (before !== run) await wait(FAILURE_PAUSE_MS);
        } catch (error) {
          if (!ended.aborted) log.warn({ error: String(error) }, 'events wait in the spool');
          await wait(FAILURE_PAUSE_MS * 2);
        }
      }
    },
    rewind: (from, reason) => {
      if (cursor === null || from >= cursor) return;
      const now = performance.now();
      if (now - rewoundAt < REWIND_EVERY_MS) return;
      rewoundAt = now;
      log.info({ from, reason }, 'sending again');
      goTo(Math.max(from, oldest));
    },
    onReturn: () => {
      if (inFlight.size > 0) goTo(Math.min(...inFlight));
    },
    place: () => ({ sent: cursor === null ? 0 : cursor - 1, written: Math.max(written, highest), oldest }),
  };
}

/** The message in bytes. One that is too long in spite of all would be refused again and again: its texts are cut. */
function encodeWithin(maxBytes: number, message: Entry & Record<string, unknown>): Uint8Array {
  const bytes = encodeMessage(message);
  if (bytes.length <= maxBytes || !message.data.payload) return bytes;
  const { payload } = message.data;
  const room = maxBytes - ENVELOPE_BYTES;
  if (!shrinkPayload(payload, room)) {
    for (const key of Object.keys(payload)) if (!isNamedField(key)) delete payload[key];
  }
  return encodeMessage({ ...message, data: { ...message.data, truncated: true } });
}

const linesOf = (body: Buffer): string[] =>
  body
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });

function newSignal(): { fired: Promise<null>; fire: () => void } {
  let fire!: () => void;
  const fired = new Promise<null>((resolve) => (fire = () => resolve(null)));
  return { fired, fire };
}
