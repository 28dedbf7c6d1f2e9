import { describe, expect, it } from '@jest/globals';
import { CATALOG, MessageMalformed, encodeMessage, hostLog } from '@pitwall/contracts';
import { readFixtures } from './read-fixtures.js';

const fixtures = readFixtures();

interface Entry {
  readonly folder: string;
  readonly entry: string;
  readonly parse: (bytes: Uint8Array) => unknown;
}

/** Every entry of the catalogue: its folder, its name, and what reads it. */
const entries: Entry[] = [
  ...CATALOG.logs.flatMap((log) =>
    Object.keys(log.events).map((event) => ({ folder: log.name, entry: event, parse: log.parse })),
  ),
  ...CATALOG.messages.map((message) => ({
    folder: message.name,
    entry: message.name,
    parse: message.parse,
  })),
];
const entryOf = ({ folder, entry }: { folder: string; entry: string }) =>
  entries.find((one) => one.folder === folder && one.entry === entry);

describe('fixtures', () => {
  it.each(entries)('$folder/$entry has one', ({ folder, entry }) => {
    expect(fixtures.filter((fixture) => fixture.folder === folder && fixture.entry === entry)).not.toEqual([]);
  });

  it('belong to an entry of the catalogue', () => {
    expect(fixtures.filter((fixture) => !entryOf(fixture)).map((fixture) => fixture.file)).toEqual([]);
  });

  it('are named for a version', () => {
    expect(fixtures.map(({ file }) => file).filter((file) => !/\.v\d+\.json$/.test(file))).toEqual([]);
  });

  it.each(fixtures)('$file is read as it was sent', (fixture) => {
    // Fields that came later have their defaults.
    expect(entryOf(fixture)?.parse(encodeMessage(fixture.value))).toMatchObject(fixture.value as object);
  });

  it.each(fixtures)('$file of a newer sender, with fields that are not known here, is read', (fixture) => {
    expect(entryOf(fixture)?.parse(encodeMessage(withNews(fixture.value)))).toMatchObject(fixture.value as object);
  });
});

/** A later version adds fields to the envelope and to the data. */
function withNews(value: unknown): unknown {
  const message = value as { data?: object };
  const added = { addedLater: { since: 2 } };
  return { ...message, ...added, ...(message.data && { data: { ...message.data, ...added } }) };
}

const active = fixtures.find(({ file }) => file === 'host/terminal-active.v1.json')?.value as { hostSeq: number };

describe('a log', () => {
  it('keeps the place of an event that it does not know, and does not read its content', () => {
    const read = hostLog.parse(encodeMessage({ ...active, event: 'battery-low', data: { percent: 5 } }));
    expect(read).toMatchObject({ event: 'unknown', name: 'battery-low', hostSeq: active.hostSeq });
    expect(read).not.toHaveProperty('data');
  });

  it('keeps the place of an unknown event without data', () => {
    expect(hostLog.parse(encodeMessage({ ...active, event: 'rebooted', data: undefined }))).toMatchObject({
      event: 'unknown',
      name: 'rebooted',
    });
  });

  it.each(['constructor', '__proto__', 'toString'])('takes %s for an unknown event, not for a method', (event) => {
    expect(hostLog.parse(encodeMessage({ ...active, event }))).toMatchObject({ event: 'unknown', name: event });
  });

  it.each([
    ['the sequence', { hostSeq: 0 }, /hostSeq/],
    ['the host', { hostId: 'a host' }, /hostId/],
    ['the version', { v: 2 }, /\bv\b/],
    ['the event', { event: '' }, /event/],
    ['the data', { data: { terminalId: '../etc' } }, /terminal-active message[^]*terminalId/],
    ['missing data', { data: undefined }, /terminal-active/],
  ])('names what is malformed: %s', (_, change, naming) => {
    const read = () => hostLog.parse(encodeMessage({ ...active, ...change }));
    expect(read).toThrow(MessageMalformed);
    expect(read).toThrow(naming);
  });

  it.each([
    ['no JSON', new TextEncoder().encode('{')],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['no object', new TextEncoder().encode('7')],
    ['nothing', new Uint8Array()],
  ])('refuses %s', (_, bytes) => {
    expect(() => hostLog.parse(bytes)).toThrow(MessageMalformed);
  });
});

describe('a message that stands alone', () => {
  it.each(CATALOG.messages.map((message) => ({ name: message.name, parse: message.parse })))(
    '$name refuses an empty object and says what is missing',
    ({ name, parse }) => {
      expect(() => parse(encodeMessage({}))).toThrow(MessageMalformed);
      expect(() => parse(encodeMessage({}))).toThrow(new RegExp(`malformed ${name} message: [^]*at `));
    },
  );
});
