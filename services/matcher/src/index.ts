export { createMatcher, type Matcher, type MatcherDeps } from './matcher.js';
export { route, type Routed, type Rules } from './core/route.js';
export { createHostWork, type HostWork } from './core/host-work.js';
export { relink, type Relinked, type RelinkOrder } from './core/relink.js';
export { sessionIdAt } from './handlers/host-events.js';
