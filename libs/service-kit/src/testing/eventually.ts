/**
 * Polls `fn` until it neither throws nor returns false, and resolves with what it returned. After `timeoutMs` it
 * throws `fn`'s last error.
 */
export async function eventually<T>(
  fn: () => T | Promise<T>,
  { timeoutMs = 5_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const result = await fn();
      if (result !== false) return result;
      if (performance.now() > deadline) throw new Error(`still false after ${timeoutMs} ms`);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
