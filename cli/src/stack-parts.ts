import type { ServiceStatus } from '@pitwall/contracts';
import type { StackStatus } from '@pitwall/stack/control';
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

const askParts = async (home?: string): Promise<ServiceStatus[]> =>
  (
    await connectGateway(home).ask<{ parts: ServiceStatus[] }>(
      '{ parts { name instance ok detail version uptimeMs lag } }',
    )
  ).parts;

/** A stack elsewhere, as its gateway tells it. */
export const remoteStatus = async (url: string): Promise<StackStatus> => {
  const nothing = { home: url, up: false, pid: null, ports: null };
  try {
    return { ...nothing, up: true, parts: await askParts() };
  } catch {
    return { ...nothing, parts: [silentGateway] };
  }
};

/** Every part's own answer, by way of the gateway; of the two servers the process and port as the home knows them. */
export const stackParts = async (home: string, servers: readonly ServiceStatus[]): Promise<ServiceStatus[]> => {
  try {
    const parts = await askParts(home);
    const asked = servers.map((server) => {
      const answer = parts.find((part) => part.name === server.name);
      return answer?.ok === false ? { ...server, ok: false, detail: answer.detail } : server;
    });
    return [...asked, ...parts.filter((part) => !SERVERS.has(part.name))];
  } catch {
    return [...servers, silentGateway];
  }
};
