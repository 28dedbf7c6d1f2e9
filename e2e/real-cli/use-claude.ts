import { makeClaudeHome } from './claude-home.js';
import { CLAUDE } from './install-cli.js';
import { useAgent } from './use-agent.js';

export const useClaude = (config: Readonly<Record<string, unknown>> = {}) =>
  useAgent({
    cli: CLAUDE,
    makeHome: makeClaudeHome,
    config: ({ command }) => ({ claudeCommand: command, ...config }),
  });
