import { createDarwinProcesses } from './darwin-processes.js';
import { createLinuxProcesses } from './linux-processes.js';
import type { Processes } from './processes.js';

/** The processes of this machine. */
export const createProcesses = (platform: NodeJS.Platform): Processes =>
  platform === 'darwin' ? createDarwinProcesses() : createLinuxProcesses();
