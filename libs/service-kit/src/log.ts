import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

export interface LogOptions {
  readonly service: string;
  /** pino level; `silent` turns it off. */
  readonly level: string;
  /** Where lines go; stderr by default, since stdout belongs to what a command prints. */
  readonly destination?: DestinationStream;
}

const SECRETS = ['authorization', 'token', 'password', 'jwt', 'seed', 'cookie'];

/** Two levels deep covers a request's headers and a config's sections. */
const REDACTED_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** A JSON line logger: constant messages, data in fields, secrets cut out wherever they are named as such. */
export function createLog({ service, level, destination }: LogOptions): Log {
  const options = {
    level,
    base: { service },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination ?? pino.destination({ fd: 2, sync: true }));
}
