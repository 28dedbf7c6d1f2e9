import { connectGateway } from './gateway-client.js';

/** A link that logs one browser in, once. */
export const loginLink = async (home?: string): Promise<{ url: string; lifetimeMs: number }> => {
  const client = connectGateway(home);
  const { createLoginCode } = await client.ask<{ createLoginCode: { code: string; lifetimeMs: number } }>(
    'mutation { createLoginCode { code lifetimeMs } }',
  );
  const { code, lifetimeMs } = createLoginCode;
  return { url: `${client.url}/login?code=${code}`, lifetimeMs };
};
