/** Where Claude keeps its files under this environment. */
export function configFolders({
  CLAUDE_CONFIG_DIR: given,
  HOME: home,
}: Readonly<Record<string, string | undefined>>): string[] {
  if (given) return [given];
  return home ? [`${home}/.claude`] : [];
}

/** `<config>/projects/<folder>/<session>.jsonl` → `<config>`. The folder's name is never decoded: many folders share one (F-66). */
export const folderOfTranscript = (path: string): string | null =>
  /^(\/.*)\/projects\/[^/]+\/[^/]+\.jsonl$/.exec(path)?.[1] ?? null;

export const isRollout = (path: string): boolean => /\/rollout-[^/]+\.jsonl$/.test(path);
