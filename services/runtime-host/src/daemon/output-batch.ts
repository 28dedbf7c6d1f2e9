/** What a burst is gathered for; the first bytes after a silence go out at once. */
const GATHER_MS = 5;
const MAX_MESSAGE_BYTES = 256 * 1024;

export interface OutputBatch {
  add(bytes: Buffer, offset: number): void;
  flush(): void;
  close(): void;
}

/** Gathers terminal output into few messages: the leading edge at once, what follows within 5 ms together. */
export function createOutputBatch(send: (bytes: Buffer, offset: number) => void): OutputBatch {
  let chunks: Buffer[] = [];
  let size = 0;
  let from = 0;
  let timer: NodeJS.Timeout | null = null;

  const flush = (): void => {
    if (size === 0) return;
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [];
    size = 0;
    for (let at = 0; at < bytes.length; at += MAX_MESSAGE_BYTES) {
      send(bytes.subarray(at, at + MAX_MESSAGE_BYTES), from + at);
    }
  };

  const onTimer = (): void => {
    timer = null;
    if (size === 0) return;
    flush();
    timer = setTimeout(onTimer, GATHER_MS);
  };

  return {
    add: (bytes, offset) => {
      // After a skip the offsets go on elsewhere.
      if (size > 0 && from + size !== offset) flush();
      if (size === 0) from = offset;
      chunks.push(bytes);
      size += bytes.length;
      if (timer === null) {
        flush();
        timer = setTimeout(onTimer, GATHER_MS);
      } else if (size >= MAX_MESSAGE_BYTES) flush();
    },
    flush,
    close: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      chunks = [];
      size = 0;
    },
  };
}
