const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Shard of a host or session: FNV-1a (32 bit) over the UTF-8 bytes of its id, modulo the stack's shard count. */
export function shardOf(id: string, shards: number): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(id)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  }
  return hash % shards;
}
