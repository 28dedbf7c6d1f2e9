/** An id for a request that may have to be sent again. Works without TLS too, where crypto.randomUUID is missing. */
export const freshId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
