export { route, type Routed } from './core/route.js';
export { createHostWork, type HostWork } from './core/host-work.js';
