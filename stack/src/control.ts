/** What looks at a running stack or stops it, without the code that runs one. */
export { readEnvironment } from './config.js';
export { type DownReport, stopStack } from './down.js';
export { type StackStatus, stackStatus } from './status.js';
export { countTerminals, endTerminals } from './terminals.js';
