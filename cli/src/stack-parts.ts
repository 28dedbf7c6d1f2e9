import type { ServiceStatus } from '@pitwall/contracts';
import { connectGateway } from './gateway-client.js';

const SERVERS: ReadonlySet<string> = new Set(['postgres', 'nats']);

const silentGateway: ServiceStatus = {
  name: 'gateway',
  instance: '-',
  ok: false,
  detail: 'does not answer',
  version: '',
  uptimeMs: 0,
  lag: null,
};

/** Every part's own answer, by way of the gateway; of the two servers the process and port as the home knows them. */
export const stackParts = async (home: string, servers: readonly ServiceStatus[]): Promise<ServiceStatus[]> => {
  try {
    const { parts } = await connectGateway(home).ask<{ parts: ServiceStatus[] }>(
      '{ parts { name instance ok detail version uptimeMs lag } }',
    );
    const asked = servers.map((server) => {
      const answer = parts.find((part) => part.name === server.name);
      return answer?.ok === false ? { ...server, ok: false, detail: answer.detail } : server;
    });
    return [...asked, ...parts.filter((part) => !SERVERS.has(part.name))];
  } catch {
    return [...servers, silentGateway];
  }
};
