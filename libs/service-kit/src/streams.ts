import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/** A stream as data. Ages in ms, sizes in bytes; left out means without limit. */
export interface StreamDef {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly maxAgeMs?: number;
  readonly maxBytes?: number;
  /** How long NATS remembers message ids; 2 minutes by default, what a publisher's retries need. */
  readonly duplicateWindowMs?: number;
}

const DUPLICATE_WINDOW_MS = 120_000;
const STREAM_NOT_FOUND = 10059;
const NAME_IN_USE = 10058;

type Wanted = Pick<StreamConfig, 'subjects' | 'max_age' | 'max_bytes' | 'duplicate_window'>;

function wanted(def: StreamDef): Wanted {
  const age = def.maxAgeMs ?? 0;
  const window = def.duplicateWindowMs ?? DUPLICATE_WINDOW_MS;
  return {
    subjects: [...def.subjects],
    max_age: nanos(age),
    max_bytes: def.maxBytes ?? -1,
    // The server refuses a window that is longer than the messages live.
    duplicate_window: nanos(age > 0 ? Math.min(age, window) : window),
  };
}

function agrees(config: StreamConfig, want: Wanted): boolean {
  return (
    [...config.subjects].sort().join() === [...want.subjects].sort().join() &&
    config.max_age === want.max_age &&
    config.max_bytes === want.max_bytes &&
    config.duplicate_window === want.duplicate_window
  );
}

const hasCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;

/** Creates the stream or brings it up to `def`; safe when several services do it at once. */
export async function ensureStream(jsm: JetStreamManager, def: StreamDef): Promise<void> {
  const want = wanted(def);
  try {
    const info = await jsm.streams.info(def.name);
    if (!agrees(info.config, want)) await jsm.streams.update(def.name, want);
    return;
  } catch (error) {
    if (!hasCode(error, STREAM_NOT_FOUND)) throw error;
  }
  try {
    const fixed = { retention: RetentionPolicy.Limits, storage: StorageType.File, discard: DiscardPolicy.Old };
    await jsm.streams.add({ name: def.name, ...want, ...fixed });
  } catch (error) {
    if (!hasCode(error, NAME_IN_USE)) throw error;
    await jsm.streams.update(def.name, want);
  }
}
