import { createServer } from 'node:net';

/** Port 0 = any. Returns the port that could be bound on 127.0.0.1, or null when it is taken. */
const tryPort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const bound = address !== null && typeof address === 'object' ? address.port : null;
      server.close(() => resolve(bound));
    });
  });

export const isPortFree = async (port: number): Promise<boolean> => (await tryPort(port)) !== null;

/** The wished port if it is free, else any other. */
export const freePort = async (wished: number | null = null): Promise<number> => {
  const port = (wished === null ? null : await tryPort(wished)) ?? (await tryPort(0));
  if (port === null) throw new Error('No free port on 127.0.0.1.');
  return port;
};
