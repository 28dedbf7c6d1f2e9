import { z } from 'zod';

/** A rule that the CLI suggests with a permission dialog; unknown kinds are not offered. */
const suggestion = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('addRules'),
    behavior: z.literal('allow'),
    rules: z.array(z.object({ toolName: z.string(), ruleContent: z.string().optional() })).min(1),
    destination: z.string(),
  }),
  z.object({ type: z.literal('setMode'), mode: z.string(), destination: z.string() }),
  z.object({ type: z.literal('addDirectories'), directories: z.array(z.string()).min(1), destination: z.string() }),
]);

/** How far a rule reaches, by where the CLI would keep it. */
const REACH: Readonly<Record<string, string>> = {
  session: 'until the session ends',
  localSettings: 'in this project, for you',
  projectSettings: 'in this project, for everyone',
  userSettings: 'everywhere, for you',
};

const MODES: Readonly<Record<string, string>> = {
  acceptEdits: 'all edits',
  bypassPermissions: 'everything',
  plan: 'planning only',
};

/** What "allow always" would allow, in words; null where nothing that can be told is offered. */
export function alwaysScope(raw: unknown): string | null {
  const parsed = suggestion.safeParse(raw);
  if (!parsed.success) return null;
  const rule = parsed.data;
  const reach = REACH[rule.destination];
  if (reach === undefined) return null;
  switch (rule.type) {
    case 'addRules':
      return `${rule.rules.map(({ toolName, ruleContent }) => (ruleContent ? `${toolName}(${ruleContent})` : toolName)).join(', ')} ${reach}`;
    case 'setMode':
      return `${MODES[rule.mode] ?? `mode ${rule.mode}`} ${reach}`;
    case 'addDirectories':
      return `work in ${rule.directories.join(', ')} ${reach}`;
  }
}
