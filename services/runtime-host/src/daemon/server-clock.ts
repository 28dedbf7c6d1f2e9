export interface ServerClock {
  /** Server time now, epoch ms. */
  now(): number;
  /** A message was stored at this server time: it can't be from the future. */
  see(serverMs: number): void;
}

/** The server's time by this machine's clock: the difference when the connection was made, corrected by what arrives. */
export function createServerClock(serverTimeAtStart: number, wallMs: () => number): ServerClock {
  let offset = serverTimeAtStart - wallMs();
  return {
    now: () => wallMs() + offset,
    see: (serverMs) => {
      offset = Math.max(offset, serverMs - wallMs());
    },
  };
}
