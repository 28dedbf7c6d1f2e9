/** What was seen in a command. Nothing seen doesn't mean that there is nothing: a script can do anything. */
export type Risk = 'writes outside the folder' | 'network' | 'sudo' | 'deletes';

const NETWORK =
  /^(curl|wget|ssh|scp|sftp|rsync|nc|ncat|telnet|ftp|npx|apt|apt-get|brew|gh)$|^(npm|pnpm|yarn) (i|ci|install|add|publish|exec|dlx)|^pip3? (install|download)|^git (push|pull|fetch|clone|ls-remote|submodule)|^docker (pull|push|run)|^(cargo|go|gem|uv) (install|get|publish|add)/;
const DELETES =
  /^(rm|rmdir|unlink|shred|truncate|dd|mkfs\S*|wipefs)$|^git (clean|rm|branch -D|push (-f|--force))|^git reset .*--hard|^git checkout --|^find .*(-delete|-exec rm)|^docker (rm|rmi|system prune)/;
const WRITERS = new Set([
  'cp',
  'mv',
  'mkdir',
  'touch',
  'ln',
  'install',
  'chmod',
  'chown',
  'tee',
  'rm',
  'rmdir',
  'rsync',
]);
/** Words before the program itself. */
const PREFIX = /^(\w+=\S*|command|exec|env|time|nohup|nice|xargs|sudo|doas|then|do|else|if|while|!)$/;

/** An absolute path that isn't below the folder, one that leads out of it, or a home's. */
export function isOutside(path: string, folder: string): boolean {
  if (path.startsWith('~') || path.startsWith('$HOME')) return true;
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const whole = `/${parts.join('/')}`;
  return whole !== folder && !whole.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

const unquoted = (word: string): string => word.replaceAll(/["'\\]/g, '');
const words = (part: string): string[] => part.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s])+/g) ?? [];
const isHarmless = (path: string): boolean => /^(\/dev\/(null|std\w+|tty)|&?\d)$/.test(path);

function risksOfPart(part: string, folder: string): Risk[] {
  const redirects = [...part.matchAll(/>{1,2}\|?\s*("[^"]*"|'[^']*'|[^\s>&|;]+)/g)].map((match) =>
    unquoted(match[1] ?? ''),
  );
  const all = words(part.replace(/\d?>{1,2}\|?\s*\S+/g, ' ')).map(unquoted);
  const program = all.slice(all.findIndex((word) => !PREFIX.test(word)));
  const [name = '', ...args] = program;
  const line = [name.split('/').at(-1), ...args].join(' ');
  const first = line.split(' ')[0] ?? '';
  const fits = (rule: RegExp): boolean => rule.test(first) || rule.test(line);
  const targets = [...redirects, ...(WRITERS.has(first) ? args.filter((word) => !word.startsWith('-')) : [])];
  return [
    ...(targets.some((path) => !isHarmless(path) && isOutside(path, folder))
      ? ['writes outside the folder' as const]
      : []),
    ...(fits(NETWORK) || /https?:\/\//.test(part) ? ['network' as const] : []),
    ...(all.some((word) => word === 'sudo' || word === 'doas' || word === 'su') ? ['sudo' as const] : []),
    ...(fits(DELETES) ? ['deletes' as const] : []),
  ];
}

export const commandRisks = (command: string, folder: string): Risk[] => [
  ...new Set(command.split(/\|\||&&|[;|\n(){}`]|\$\(|(?<!>)&(?!>)/).flatMap((part) => risksOfPart(part, folder))),
];
