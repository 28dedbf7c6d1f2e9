import { createRuntimeHost, type BusAccess, type RuntimeHost } from '@pitwall/runtime-host';
import { VERSION } from '@pitwall/contracts';
import type { Log } from '@pitwall/service-kit';
import { personEnvironment } from './config.js';
import type { HomeConfig } from './home-config.js';
import type { HomePaths } from './home.js';

/** This machine's host, as its home is set up. */
export const hostOfHome = (of: {
  readonly home: HomePaths;
  readonly config: HomeConfig;
  readonly connection: BusAccess;
  readonly log: Log;
}): RuntimeHost => {
  const { hookPort, processCheckInterval, scanInterval, claudeCommand, codexCommand } = of.config;
  return createRuntimeHost({
    home: of.home.root,
    config: { hookPort, processCheckInterval, scanInterval, claudeCommand, codexCommand },
    connection: of.connection,
    log: of.log,
    version: VERSION,
    hostCommandEnv: personEnvironment,
  });
};
