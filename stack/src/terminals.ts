import type { HomePaths } from './home.js';

/** Terminals outlive the stack in the pty-host, which is asked here; until there is one, there are none. */
export const countTerminals = async (_home: HomePaths): Promise<number> => 0;

/** Ends them all; says how many there were. */
export const endTerminals = async (_home: HomePaths): Promise<number> => 0;
