import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What the stack takes from the environment; read here and nowhere else. */
export interface StackEnvironment {
  /** Absolute path of the home, whether it exists or not. */
  readonly home: string;
  /** A nats-server chosen by the person; null = look for one. */
  readonly natsBin: string | null;
  readonly path: readonly string[];
  readonly shell: string | null;
  readonly temporary: string;
  /** A stack elsewhere that commands speak to; null: the one of the home. */
  readonly remote: { readonly url: string; readonly token: string } | null;
}

export const readEnvironment = (env: NodeJS.ProcessEnv = process.env): StackEnvironment => ({
  home: resolve(env['PITWALL_HOME'] || join(homedir(), '.pitwall')),
  natsBin: env['PITWALL_NATS_BIN'] || null,
  path: (env['PATH'] ?? '').split(':').filter((folder) => folder !== ''),
  shell: env['SHELL'] || null,
  temporary: tmpdir(),
  remote: env['PITWALL_URL']
    ? { url: env['PITWALL_URL'].replace(/\/+$/, ''), token: env['PITWALL_TOKEN'] ?? '' }
    : null,
});

/** What the person's terminals begin with; the terminal host takes Pitwall's own secrets out. */
export const personEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** For children that must not see anything of ours or of the person's, such as the database server. */
export const plainEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** For package tools, which need the machine's proxy and mirror settings and must not ask questions. */
export const installEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PATH: `${env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin`,
  DEBIAN_FRONTEND: 'noninteractive',
  HOMEBREW_NO_AUTO_UPDATE: '1',
});
