import type { Bus, Clock, Db, Health, HostWatch, Log } from '@pitwall/service-kit';
import type { CardFeed } from '../feeds/cards.js';
import type { TeamId } from '@pitwall/contracts';
import type { DelayFeed } from '../feeds/delay.js';
import type { HostFeed } from '../feeds/hosts.js';
import type { HostEnrolment } from '../hosts/host-enrolment.js';
import type { BrowserLogin } from '../http/browser-login.js';
import type { Principal } from '../http/trust.js';
import type { Relink } from '../io/matcher-client.js';
import type { SessionClient } from '../io/session-client.js';

/** What resolvers work with; one for the server, with the speaker added per request. */
export interface ServerContext {
  readonly db: Db;
  readonly bus: Bus;
  readonly cards: CardFeed;
  readonly hosts: HostWatch;
  /** Of the two servers, as seen from here. */
  readonly health: Health;
  readonly hostFeed: HostFeed;
  readonly delayFeed: DelayFeed;
  readonly enrolment: HostEnrolment;
  readonly login: Pick<BrowserLogin, 'createCode'>;
  readonly homeTeam: TeamId;
  readonly sessions: SessionClient;
  readonly relink: Relink;
  readonly clock: Clock;
  readonly log: Log;
}

export interface GraphqlContext extends ServerContext {
  readonly principal: Principal;
}
