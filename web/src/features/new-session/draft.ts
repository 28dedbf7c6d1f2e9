import type { Cli } from '../../generated/graphql.js';

export interface Draft {
  readonly cli: Cli;
  /** Empty while there is only one to choose. */
  readonly hostId: string;
  readonly cwd: string;
  readonly title: string;
  readonly prompt: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly room: string;
}

export const EMPTY: Draft = {
  cli: 'claude',
  hostId: '',
  cwd: '',
  title: '',
  prompt: '',
  model: '',
  permissionMode: '',
  room: '',
};

/** Suggestions; the CLI itself says whether it knows the mode. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];

/** What can be said before anybody is asked; null where nothing speaks against it. */
export function objectionTo({ cwd }: Draft): string | null {
  const folder = cwd.trim();
  if (folder === '') return 'Name the folder that the agent shall work in.';
  if (!folder.startsWith('/'))
    return `The folder must be an absolute path, such as /home/you/project. You entered ${folder}.`;
  return null;
}

/** What is left empty is not sent: the CLI's own default holds. */
export function inputOf(draft: Draft, requestId: string) {
  const { cli, cwd, ...optional } = draft;
  // Codex takes no such mode at its start.
  const said = cli === 'codex' ? { ...optional, permissionMode: '' } : optional;
  const given = Object.entries(said)
    .map(([key, value]) => [key, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return { cli, cwd: cwd.trim(), requestId, ...(Object.fromEntries(given) as Partial<typeof optional>) };
}
