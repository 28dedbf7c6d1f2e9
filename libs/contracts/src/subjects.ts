import { shardOf } from './shard.js';

/** Every subject of the product, written once. `*` and `>` are NATS wildcards. */
export const subjects = {
  hostEvent: (hostId: string, event: string, shards: number) =>
    `pw.v1.host.${shardOf(hostId, shards)}.${hostId}.${event}`,
  hostShard: (shard: number) => `pw.v1.host.${shard}.>`,

  sessionEvent: (sessionId: string, event: string, shards: number) =>
    `pw.v1.session.${shardOf(sessionId, shards)}.${sessionId}.${event}`,
  sessionShard: (shard: number) => `pw.v1.session.${shard}.>`,

  command: (hostId: string, verb: string) => `pw.v1.command.${hostId}.${verb}`,
  commandsOf: (hostId: string) => `pw.v1.command.${hostId}.>`,

  /** Core NATS, every 2 s; never in a stream. */
  heartbeat: (hostId: string) => `pw.v1.heartbeat.${hostId}`,
  heartbeats: 'pw.v1.heartbeat.*',

  /** Core NATS, binary; never in a stream. */
  terminal: (hostId: string, terminalId: string, direction: 'out' | 'in' | 'resize' | 'ack') =>
    `pw.v1.terminal.${hostId}.${terminalId}.${direction}`,
  terminalsOf: (hostId: string, direction: 'out' | 'in' | 'resize' | 'ack') =>
    `pw.v1.terminal.${hostId}.*.${direction}`,

  /** Request/reply to the owner of a shard of a service. */
  request: (service: string, shard: number, verb: string) => `pw.v1.request.${service}.${shard}.${verb}`,

  /** Request/reply to the directory, which any instance of the gateway answers. */
  directory: (verb: string) => `pw.v1.request.directory.${verb}`,

  /** Every part of every service answers with its health. */
  status: 'pw.v1.status',
  /** And with its counters, as prom-client's JSON. */
  metrics: 'pw.v1.metrics',
} as const;

export const cardKey = (team: string, sessionId: string): string => `${team}.${sessionId}`;
