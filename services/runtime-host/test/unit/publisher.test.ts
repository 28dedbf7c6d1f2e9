import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { createPublisher, type EventSink } from '../../src/daemon/publisher.js';
import type { PtyHostLink } from '../../src/daemon/pty-host-link.js';

const EVENTS = 600;

/** A pty-host with a log of EVENTS events, of which those up to `trimmed` are committed. */
const linkWith = (trimmed: number): PtyHostLink => {
  const call = async (_method: string, { from }: { from: number }) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (from > EVENTS) await new Promise((resolve) => setTimeout(resolve, 5));
    const lines = [];
    for (let hostSeq = Math.max(from, trimmed + 1); hostSeq <= Math.min(EVENTS, from + 99); hostSeq++) {
      lines.push(
        JSON.stringify({ hostSeq, at: 1, t: 1, bootId: 'b', event: 'terminal-active', data: { terminalId: 't' } }),
      );
    }
    return { result: { oldest: trimmed + 1, next: EVENTS + 1, trimmed }, body: Buffer.from(lines.join('\n')) };
  };
  return { call } as unknown as PtyHostLink;
};

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the publisher', () => {
  const stopping: AbortController[] = [];
  afterEach(() => stopping.splice(0).forEach((one) => one.abort()));

  const start = (trimmed: number, publish: (seq: number, id: string) => Promise<void> | void) => {
    const publisher = createPublisher({ hostId: 'h', shards: 4, link: linkWith(trimmed), log: silent });
    const ended = new AbortController();
    stopping.push(ended);
    const sink: EventSink = {
      maxBytes: 1 << 20,
      isUp: () => true,
      bodies: { place: async () => undefined, forget: () => undefined },
      publish: async ({ bytes, id }) =>
        publish((JSON.parse(new TextDecoder().decode(bytes)) as { hostSeq: number }).hostSeq, id),
    };
    void publisher.run(sink, ended.signal);
    return publisher;
  };

  it('begins with the oldest event that isn’t committed, and sends each once', async () => {
    const sent: number[] = [];
    start(100, (seq) => void sent.push(seq));
    await eventually(() => sent.length === EVENTS - 100);
    expect(sent).toEqual(Array.from({ length: EVENTS - 100 }, (_, i) => i + 101));
  });

  it('sends again, in order and under other ids, from the event that was not taken', async () => {
    const stored: number[] = [];
    const ids = new Set<string>();
    let failures = 0;
    start(0, async (seq, id) => {
      // As a server does that drops what it has seen: an id counts once.
      expect(ids.has(id)).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 1));
      if ((seq === 150 || seq === 151 || seq === 420) && failures < 5) {
        failures++;
        throw new Error('timeout');
      }
      ids.add(id);
      stored.push(seq);
    });
    await eventually(() => stored.at(-1) === EVENTS && new Set(stored).size === EVENTS, { timeoutMs: 10_000 });
    expect(failures).toBe(5);
    // A reader that skips what it has and stops at a gap reads all of it in the end.
    let committed = 0;
    for (const seq of stored) if (seq === committed + 1) committed = seq;
    expect(committed).toBe(EVENTS);
  });

  it('rewinds for a reader, at most once a second, and never below what is kept', async () => {
    const sent: number[] = [];
    const publisher = start(50, (seq) => void sent.push(seq));
    await eventually(() => sent.length === EVENTS - 50);
    publisher.rewind(10, 'test');
    publisher.rewind(20, 'test');
    await eventually(() => sent.length === 2 * (EVENTS - 50));
    expect(sent.slice(EVENTS - 50)).toEqual(sent.slice(0, EVENTS - 50));
  });
});
