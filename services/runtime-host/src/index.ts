export {
  createRuntimeHost,
  type RuntimeHost,
  type RuntimeHostConfig,
  type RuntimeHostOptions,
  type RuntimeHostStatus,
} from './daemon/runtime-host.js';
export type { BusAccess } from './daemon/nats-link.js';
export { countTerminals, endTerminals } from './daemon/running-terminals.js';
export { PtyHostUnreachable } from './control/client.js';
export {
  MembershipRefused,
  StackUnreachable,
  connectToStack,
  isMember,
  joinStack,
  type JoinRequest,
} from './membership/membership.js';
