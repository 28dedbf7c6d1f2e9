import type { HomePaths } from './home.js';

/** Terminals outlive the stack in pty-host, which is asked here. The code for it is loaded when it is needed. */
export const countTerminals = async (home: HomePaths): Promise<number> =>
  (await import('@pitwall/runtime-host')).countTerminals(home.root);

/** Ends them all; says how many there were. */
export const endTerminals = async (home: HomePaths): Promise<number> =>
  (await import('@pitwall/runtime-host')).endTerminals(home.root);
