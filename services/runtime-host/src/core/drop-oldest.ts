/** Keeps a map that grows with what others send within bounds: the entry that was set first goes. */
export function dropOldest(map: Map<string, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
