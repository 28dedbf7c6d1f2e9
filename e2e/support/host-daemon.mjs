/** A machine of its own as far as the stack can tell: joins it by a one-time token, then runs the host's daemon. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntimeHost, joinStack } from '@pitwall/runtime-host';

const [home, url, token, agent] = process.argv.slice(2);
mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 });

const quiet = () => undefined;
const host = createRuntimeHost({
  home,
  config: { hookPort: 0, processCheckInterval: 500, claudeCommand: agent, codexCommand: 'codex' },
  connection: await joinStack({ home, url, token, name: 'elsewhere' }),
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  hostCommandEnv: () => ({ ...process.env }),
});
await host.start();
console.log('started');
