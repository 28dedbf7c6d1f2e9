import { z } from 'zod';
import { defineMessage } from './define.js';
import { hostId, teamId } from './ids.js';

/** POST /hosts/enrol: a new host shows its one-time token and its public key; the key's seed never leaves it. */
export const enrolHost = defineMessage(
  'enrol-host',
  z.object({
    token: z.string().min(1).max(256),
    publicKey: z.string().regex(/^U[A-Z2-7]{55}$/),
    name: z.string().min(1).max(100),
  }),
);

/** What a host needs to join the bus; POST /hosts/connect with the host's token gives it anew at every start. */
export const hostConnection = defineMessage(
  'host-connection',
  z.object({
    hostId,
    team: teamId,
    /** Addresses of the bus as the host can reach them. */
    natsServers: z.array(z.string()).min(1),
    /** User JWT signed by the account's key. */
    jwt: z.string(),
    shards: z.number().int().positive(),
    /** Server time, epoch ms, when this was written. */
    serverTime: z.number().int(),
  }),
);
/** The answer to an enrolment: the connection, and the host's own secret for asking again at every start. */
export const hostEnrolled = defineMessage(
  'host-enrolled',
  z.object({ hostToken: z.string().min(20), connection: hostConnection.schema }),
);

/** Which team a host belongs to: asked of the directory by the matcher, once per host. */
export const TEAM_OF_HOST = {
  request: z.object({ hostId }),
  reply: z.object({ team: teamId }),
} as const;

export type HostConnection = z.infer<typeof hostConnection.schema>;
