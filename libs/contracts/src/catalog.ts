import { card } from './card.v1.js';
import { commandLog } from './command.v1.js';
import { heartbeat } from './heartbeat.v1.js';
import { enrolHost, hostConnection, hostEnrolled } from './host-enrolment.v1.js';
import { hostLog } from './host.v1.js';
import { serviceStatus } from './service-status.v1.js';
import { viewerAck, viewerMessage } from './terminal-stream.v1.js';
import { sessionLog } from './session.v1.js';

/** Every message of the product, under the name of its fixture folder. */
export const CATALOG = {
  logs: [hostLog, sessionLog, commandLog],
  messages: [card, heartbeat, enrolHost, hostConnection, hostEnrolled, serviceStatus, viewerMessage, viewerAck],
} as const;
