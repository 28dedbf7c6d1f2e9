import { crc32 } from 'node:zlib';

/** One record of the host log, as JSON bytes. */
export interface RawRecord {
  seq: number;
  json: Buffer;
}

const NEWLINE = 10;
const SPACE = 32;
/** `<length> <crc32> <hostSeq> <json>\n`: two words of 8 hex digits, then the number, so that no JSON must be parsed to find one. */
const PREFIX = /^([0-9a-f]{8}) ([0-9a-f]{8}) (\d{1,16})$/;

export function encodeRecord({ seq, json }: RawRecord): Buffer {
  const length = json.length.toString(16).padStart(8, '0');
  const check = crc32(json).toString(16).padStart(8, '0');
  return Buffer.concat([Buffer.from(`${length} ${check} ${seq} `), json, Buffer.from('\n')]);
}

export interface Decoded {
  records: (RawRecord & { offset: number })[];
  /** Bytes up to and with the last newline: what follows is no whole record yet. */
  consumed: number;
  /** Lines that were no records; each costs only itself. */
  bad: number;
}

/** JSON has no newline of its own, so after a damaged record the next line is found again. */
export function decodeRecords(bytes: Buffer): Decoded {
  const records: Decoded['records'] = [];
  let bad = 0;
  let at = 0;
  for (let end = bytes.indexOf(NEWLINE, at); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
    const record = decodeLine(bytes.subarray(at, end));
    if (record) records.push({ ...record, offset: at });
    else bad++;
    at = end + 1;
  }
  return { records, consumed: at, bad };
}

function decodeLine(line: Buffer): RawRecord | null {
  const third = line.indexOf(SPACE, 18);
  if (third < 0) return null;
  const match = PREFIX.exec(line.toString('latin1', 0, third));
  if (!match) return null;
  const json = line.subarray(third + 1);
  if (json.length !== parseInt(match[1]!, 16) || crc32(json) !== parseInt(match[2]!, 16)) return null;
  return { seq: Number(match[3]), json };
}
