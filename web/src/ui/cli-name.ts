import type { Cli } from '../generated/graphql.js';

const NAMES: Record<Cli, string> = { claude: 'Claude Code', codex: 'Codex' };

export const cliName = (cli: Cli): string => NAMES[cli];
