import { Aborted, orAbort } from './abort.js';
import { pause } from './clock.js';
import type { Clock } from './clock.js';
import type { Bus } from './bus.js';
import type { Db } from './db.js';
import { LeaseLost } from './lease-store.js';
import type { Log } from './log.js';
import { createHandOver, type AddedRows } from './outbox-hand-over.js';
import { outboxMsgId, withPlace } from './outbox-places.js';
import { publishRows } from './outbox-publish.js';
import * as store from './outbox-store.js';
import type { OutboxCursor, OutboxRow } from './outbox-store.js';
import { lastPresent } from './outbox-verify.js';
import { createWake } from './wake.js';

export interface PumpDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly schema: string;
  readonly shard: number;
  readonly epoch: number;
  readonly stream: string;
  /** The lease is gone, or had run out for a moment: the shard has to be acquired anew, as this pump has ended. */
  readonly onLost: () => void;
}

export interface Pump {
  wake(): void;
  /** Rows that were just committed, to be published without asking the table. */
  give(added: AddedRows): void;
  /** Sends the key's rows from that sequence on once more, before anything newer. */
  resend(key: string, fromKeySeq: number): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Enough to fill the pipe; what is in flight is repeated after a lost connection. */
const ROWS_AT_ONCE = 500;
/** The cursor may lag: after a crash rows are published again under the same message id, which NATS drops. */
const SAVE_AFTER_MS = 200;
const RETRY_MS = [50, 100, 250, 500, 1_000];

/** Publishes the rows of one (shard, stream) in order, as long as the shard is owned. */
export function createPump(deps: PumpDeps): Pump {
  const { db, bus, clock, log, schema, shard, stream } = deps;
  const stopping = new AbortController();
  const wake = createWake();
  const resends = new Map<string, number>();
  const handOver = createHandOver();
  let cursor: OutboxCursor | null = null;
  let checkedGeneration = -1;
  /** When the cursor has to be saved (mono ms), null when it is. */
  let saveDue: number | null = null;
  let cancelSave = () => {};

  const save = async (current: OutboxCursor) => {
    cancelSave();
    saveDue = null;
    await store.saveCursor(db, deps, current);
  };
  const saveSoon = () => {
    if (saveDue !== null) return;
    saveDue = clock.mono() + SAVE_AFTER_MS;
    cancelSave = clock.setTimer(SAVE_AFTER_MS, wake.wake);
  };

  /** From here on everything that was ever tried gets a new message id. */
  const goBack = async (current: OutboxCursor, lastId: number) => {
    current.highId = Math.max(current.highId, current.lastId);
    current.lastId = lastId;
    current.places = current.places.filter(([id]) => id <= lastId);
    current.resends += 1;
    await save(current);
  };
  const check = async (current: OutboxCursor) => {
    const { generation } = bus.status();
    if (checkedGeneration === generation) return;
    const newest = current.places[0];
    const present = await orAbort(lastPresent(bus.jsm, { stream, schema, shard }, current.places), stopping.signal);
    if (newest !== undefined && present !== newest[0]) {
      log.warn({ shard, stream, from: newest[0], to: present }, 'the stream was rolled back; publishing again');
      await goBack(current, present);
    }
    checkedGeneration = generation;
  };
  const publish = (rows: readonly OutboxRow[], resendOf: (id: number) => number | undefined) =>
    orAbort(
      publishRows(bus, rows, (id) => outboxMsgId({ schema, shard, id }, resendOf(id))),
      stopping.signal,
    );
  const sendNext = async (current: OutboxCursor): Promise<boolean> => {
    const handed = handOver.take(current.lastId, ROWS_AT_ONCE);
    const rows =
      handed.length > 0
        ? handed
        : await store.rowsAfter(db, { shard, stream, id: current.lastId, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return false;
    const due = rows.filter(({ expired }) => !expired);
    const { generation } = bus.status();
    const known = current.highId;
    try {
      const ack = await publish(due, (id) => (id <= known ? current.resends : undefined));
      const newest = current.places[0];
      const grew = ack === null || ack.duplicate || newest === undefined || ack.seq > newest[1];
      if (generation !== bus.status().generation || !grew) throw new Error('the stream changed while publishing');
      if (ack && (newest === undefined || ack.seq > newest[1])) {
        current.places = withPlace(current.places, [due.at(-1)?.id ?? last.id, ack.seq]);
      }
    } catch (error) {
      if (error instanceof Aborted) throw error;
      // Some of them may be stored and others not: all are repeated, in order.
      current.highId = Math.max(known, last.id);
      checkedGeneration = -1;
      await goBack(current, current.lastId);
      throw error;
    }
    current.lastId = last.id;
    saveSoon();
    return handed.length > 0 ? handOver.hasMore() : rows.length === ROWS_AT_ONCE;
  };
  const sendAgain = async (current: OutboxCursor, key: string, fromKeySeq: number) => {
    resends.delete(key);
    current.resends += 1;
    const attempt = current.resends;
    await save(current);
    for (let afterId = 0, more = true; more && !stopping.signal.aborted;) {
      const range = { shard, stream, key, fromKeySeq, afterId, upToId: current.lastId, limit: ROWS_AT_ONCE };
      const rows = await store.rowsOfKey(db, range);
      await publish(
        rows.filter(({ expired }) => !expired),
        () => attempt,
      );
      afterId = rows.at(-1)?.id ?? afterId;
      more = rows.length === ROWS_AT_ONCE;
    }
  };
  const work = async () => {
    cursor ??= await store.loadCursor(db, shard, stream);
    while (!stopping.signal.aborted && bus.status().connected) {
      await check(cursor);
      if (saveDue !== null && clock.mono() >= saveDue) await save(cursor);
      const [again] = resends;
      if (again) await sendAgain(cursor, ...again);
      else if (!(await sendNext(cursor)) && resends.size === 0) break;
    }
  };
  const run = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await work();
        failures = 0;
        await wake.wait(stopping.signal);
      } catch (error) {
        if (error instanceof LeaseLost) return deps.onLost();
        if (error instanceof Aborted) break;
        log.warn({ err: error, shard, stream }, 'the outbox could not be published yet');
        await pause(clock, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0, stopping.signal);
      }
    }
    if (cursor && saveDue !== null) await save(cursor).catch(() => undefined);
  };

  const offReconnect = bus.onReconnect(wake.wake);
  const running = run();
  return {
    wake: wake.wake,
    give: handOver.give,
    resend: (key, fromKeySeq) => {
      resends.set(key, Math.min(fromKeySeq, resends.get(key) ?? fromKeySeq));
      wake.wake();
    },
    stop: async () => {
      stopping.abort();
      offReconnect();
      await running;
      cancelSave();
    },
  };
}
