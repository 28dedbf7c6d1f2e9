import { createHash } from 'node:crypto';
import { Objm, type ObjectStore } from '@nats-io/obj';
import type { JetStreamClient } from '@nats-io/jetstream';
import { INLINE_BODY_BYTES, bodiesBucket } from '@pitwall/contracts';
import { largeValues } from '../core/place-bodies.js';

/** Hashes remembered as stored: tools often return the same again. */
const MAX_KNOWN = 2000;

export interface LargeBodies {
  /** Puts the large values of a payload into the host's bucket and references in their place. Throws when it can't. */
  place(payload: Record<string, unknown>): Promise<void>;
  /** A store that was down may have lost what it had. */
  forget(): void;
}

export function createLargeBodies(js: JetStreamClient, hostId: string): LargeBodies {
  const known = new Set<string>();
  let store: Promise<ObjectStore> | null = null;

  // The bucket is made by the gateway; a host may not ask for more than its objects.
  const open = (): Promise<ObjectStore> => (store ??= new Objm(js).open(bodiesBucket(hostId), false));

  const put = async (json: string): Promise<string> => {
    const bytes = new TextEncoder().encode(json);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (known.has(sha256)) return sha256;
    const bucket = await open();
    // Putting it again would want to purge the old one, which a host may not.
    if ((await bucket.info(sha256)) === null) await bucket.putBlob({ name: sha256 }, bytes);
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(sha256);
    return sha256;
  };

  return {
    place: async (payload) => {
      for (const { body, bytes, replace } of largeValues(payload, INLINE_BODY_BYTES)) {
        replace({ $ref: { sha256: await put(body.json), bytes, head: body.head } });
      }
    },
    forget: () => known.clear(),
  };
}
