import type { Log } from '@pitwall/service-kit';
import type { HomeConfig } from './home-config.js';
import type { HomePaths } from './home.js';
import type { Nats } from './nats.js';

/** What a service of the embedded stack is given. */
export interface StackContext {
  readonly home: HomePaths;
  readonly config: HomeConfig;
  /** Free when they were chosen; the gateway listens on the one, the host's hook endpoint on the other. */
  readonly gatewayPort: number;
  readonly hookPort: number;
  /** With user and password. */
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly issueServiceUser: Nats['issueServiceUser'];
  readonly revokeUsers: Nats['revokeUsers'];
  /** For the gateway alone; null with a NATS server of one's own. */
  readonly natsAccountSeed: string | null;
  readonly ownerToken: string;
  readonly hookToken: string;
  /** Lines go to logs/services.log. */
  readonly logFor: (service: string) => Log;
}

export interface ServicePart {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceEntry {
  readonly name: string;
  /** Imports the code, which happens while the servers come up; the part is made once they are there. */
  readonly load: () => Promise<(stack: StackContext) => ServicePart | Promise<ServicePart>>;
}

/** Started in this order, stopped in reverse. */
export const SERVICES: readonly ServiceEntry[] = [];
