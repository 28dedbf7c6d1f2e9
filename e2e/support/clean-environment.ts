/**
 * What a stack under test inherits: how to find programs and packages, nothing of the person's agents. Everything else,
 * such as CLAUDE* and ANTHROPIC* of a surrounding session, stays out because it isn't named.
 */
const INHERITED =
  /^(PATH|LANG|LC_[A-Z]+|TZ|TMPDIR|USER|LOGNAME|PITWALL_NATS_BIN|(https?|no|all)_proxy|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/i;

export const cleanEnvironment = (added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name))),
  // Quick to start, and the same everywhere.
  SHELL: '/bin/sh',
  ...added,
});
