/** A frame on the control socket: total length and JSON length (4 bytes each, big endian), JSON, then raw bytes. */
export interface Frame {
  head: unknown;
  body: Buffer;
}

const PREFIX_BYTES = 8;
/** Room for a full log batch or screen; more is a broken peer. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const NO_BODY = Buffer.alloc(0);

export function encodeFrame(head: unknown, body: Uint8Array = NO_BODY): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + json.length + body.length);
  frame.writeUInt32BE(4 + json.length + body.length, 0);
  frame.writeUInt32BE(json.length, 4);
  json.copy(frame, PREFIX_BYTES);
  frame.set(body, PREFIX_BYTES + json.length);
  return frame;
}

/** Takes bytes as they arrive and hands out whole frames. Throws on a frame that can't be one. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = PREFIX_BYTES;

  const joined = (): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [all];
    return all;
  };

  return (chunk) => {
    chunks.push(chunk);
    have += chunk.length;
    while (have >= need) {
      const all = joined();
      const total = all.readUInt32BE(0) + 4;
      const jsonLength = all.readUInt32BE(4);
      if (total > MAX_FRAME_BYTES || jsonLength > total - PREFIX_BYTES) throw new Error('not a frame');
      if (have < total) {
        need = total;
        return;
      }
      const bodyAt = PREFIX_BYTES + jsonLength;
      const frame = {
        head: JSON.parse(all.toString('utf8', PREFIX_BYTES, bodyAt)) as unknown,
        body: all.subarray(bodyAt, total),
      };
      chunks = [all.subarray(total)];
      have -= total;
      need = PREFIX_BYTES;
      onFrame(frame);
    }
  };
}
