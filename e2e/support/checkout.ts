import { join, resolve } from 'node:path';

export const CHECKOUT = resolve(import.meta.dirname, '../..');

/** The built command line program: stories drive what people run. */
export const PROGRAM = join(CHECKOUT, 'cli', 'dist', 'pitwall.js');

export const FAKE_AGENT = join(CHECKOUT, 'e2e', 'fake-agent', 'fake-agent.mjs');
