import type { Log } from '@pitwall/service-kit';
import type { HomeConfig } from './home-config.js';
import type { HomePaths } from './home.js';
import type { Nats } from './nats.js';

/** What a service of the embedded stack is given. */
export interface StackContext {
  readonly home: HomePaths;
  readonly config: HomeConfig;
  /** Free when it was chosen; the gateway listens there. */
  readonly gatewayPort: number;
  /** With user and password. */
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly issueServiceUser: Nats['issueServiceUser'];
  readonly revokeUsers: Nats['revokeUsers'];
  /** For the gateway alone; null with a NATS server of one's own. */
  readonly natsAccountSeed: string | null;
  readonly ownerToken: string;
  readonly hookToken: string;
  /** Where hooks are taken; known once the terminal host runs, which may hold its port since an earlier start. */
  readonly noteHookPort: (port: number) => void;
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

/** Those of one row start together; rows start in this order and stop in reverse. */
export const SERVICES: readonly (readonly ServiceEntry[])[] = [
  [
    { name: 'gateway', load: async () => (await import('./embedded/gateway-part.js')).gatewayPart },
    { name: 'matcher', load: async () => (await import('./embedded/matcher-part.js')).matcherPart },
    { name: 'session-state', load: async () => (await import('./embedded/session-state-part.js')).sessionStatePart },
  ],
  [{ name: 'runtime-host', load: async () => (await import('./embedded/runtime-host-part.js')).runtimeHostPart }],
];
