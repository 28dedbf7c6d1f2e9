import { Command } from 'commander';
import { registerBench } from './commands/bench.js';
import { registerCompletion } from './commands/completion.js';
import { registerDoctor } from './commands/doctor.js';
import { registerDown } from './commands/down.js';
import { registerHost } from './commands/host.js';
import { registerLogin } from './commands/login.js';
import { registerSession } from './commands/session.js';
import { registerStatus } from './commands/status.js';
import { registerTest } from './commands/test.js';
import { registerUp } from './commands/up.js';

/** In the order of the help. */
const COMMANDS = [
  registerUp,
  registerDown,
  registerStatus,
  registerSession,
  registerHost,
  registerLogin,
  registerDoctor,
  registerCompletion,
  registerTest,
  registerBench,
];

export const createProgram = (): Command => {
  const program = new Command('pitwall')
    .description('The control plane for coding agents: see, drive and run every agent session on every machine.')
    .showHelpAfterError('(see pitwall --help)')
    .exitOverride();
  for (const register of COMMANDS) register(program);
  return program;
};
