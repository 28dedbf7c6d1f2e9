export * from './exit.js';
export * from './program.js';
