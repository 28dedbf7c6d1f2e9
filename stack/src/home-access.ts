/** What a light command needs to find a running stack; loads no library. */
export { readEnvironment, type StackEnvironment } from './config.js';
export { existingHome, homePaths, type HomePaths, openHome, readPorts, readTextFile, type StackPorts } from './home.js';
export { StackError } from './stack-error.js';
