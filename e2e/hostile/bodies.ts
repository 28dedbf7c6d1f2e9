import { randomNumbers } from '../support/random-numbers.js';

/** Conversations that the bodies are about: few, so that what is kept of them is bounded. */
const IDS = Array.from({ length: 12 }, (_, n) => `fuzz-${n}`);

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PermissionRequest', 'Notification', 'Stop'],
  ...['SubagentStart', 'SubagentStop', 'SessionEnd', 'PostToolBatch', 'PreCompact', 'NoSuchEvent'],
];

/** Fields that the rules read, and some that they look into. */
const FIELDS = [
  ...['session_id', 'hook_event_name', 'cwd', 'transcript_path', 'permission_mode', 'model', 'effort', 'source'],
  ...['reason', 'prompt_id', 'turn_id', 'tool_name', 'tool_use_id', 'tool_input', 'agent_id', 'agent_type', 'prompt'],
  ...['tool_calls', 'notification_type', 'message', 'last_assistant_message', 'permission_suggestions', 'team_name'],
];

const NUL = String.fromCharCode(0);
const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Texts that look like something else. */
export const TEXTS: readonly string[] = [
  '',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `${ESC}]52;c;Y2FuYXJ5${BEL}`,
  `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`,
  `${ESC}]0;owned${BEL}${ESC}[2J${ESC}[?1049h`,
  '\u202egnp.exe\u202c',
  'zero\u200bwidth\ufeff\u2066',
  `nul${NUL}nul`,
  'half \ud800 a pair',
  'other half \udc00',
  '../../../../etc/passwd',
  '$(touch canary)',
  "';drop table sessions;--",
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '𝕏'.repeat(2_100),
];

const ODD_IDS = [
  '',
  '..',
  '.',
  'a/b',
  '../x',
  'x'.repeat(128),
  'x'.repeat(129),
  'a b',
  'a\nb',
  '%2e%2e',
  'ü',
  '__proto__',
];

/** As JSON text, since not all of it survives JSON.stringify. */
const VALUES: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '7', '1e308', '1e999', '-1e999', '1e-400', '123456789012345678901234567890'],
  ...['[]', '{}', '[null]', '[[[]]]', '{"level":{}}', '{"level":7}', '{"$ref":7}', '{"$ref":{"sha256":7}}'],
  ...['{"__proto__":{"model":"polluted"}}', '{"constructor":{"prototype":{"model":"polluted"}}}', '{"toString":1}'],
  ...['"\\ud800"', '"\\u0000"', '"\\udc00\\ud800"', nested(150), nested(250), nested(10_000)],
  ...TEXTS.map((text) => JSON.stringify(text)),
];

const WHOLE: readonly (string | Buffer)[] = [
  '',
  ' ',
  NUL,
  'null',
  'true',
  '7',
  '""',
  '[]',
  '{}',
  '{"a"',
  '\ufeff{}',
  nested(10_000),
  `{"session_id":"fuzz-0","hook_event_name":"Stop","a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  '{"session_id":"fuzz-0","session_id":"a/b","hook_event_name":"Stop"}',
  '{"session_id":"a/b","session_id":"fuzz-0","hook_event_name":"Stop","hook_event_name":"SessionStart"}',
  '{"__proto__":{"session_id":"fuzz-0","hook_event_name":"SessionStart","model":"polluted"}}',
  '{"session_id":"fuzz-0","hook_event_name":"SessionStart","__proto__":{"model":"polluted"}}',
  '{"session_id":"fuzz-0","hook_event_name":"SessionStart","constructor":{"prototype":{"model":"polluted"}}}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"session_id":"fuzz-0","hook_event_name":"Stop","a":"\xe9\xff"}', 'latin1'),
];

type Chance = () => number;
const oneOf = <T>(chance: Chance, list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;

/** A hook as text, with a few fields that are not what they should be; some twice. */
function oddHook(chance: Chance): string {
  const fields: [string, string][] = [
    ['session_id', JSON.stringify(oneOf(chance, chance() < 0.15 ? ODD_IDS : IDS))],
    ['hook_event_name', JSON.stringify(oneOf(chance, EVENTS))],
    ['cwd', '"/projects/fuzz"'],
    ['tool_name', JSON.stringify(oneOf(chance, ['Bash', 'Read', 'Agent', 'ExitPlanMode']))],
    ['tool_use_id', JSON.stringify(`call-${Math.floor(chance() * 20)}`)],
  ];
  for (let odd = Math.floor(chance() * 4); odd > 0; odd--) fields.push([oneOf(chance, FIELDS), oneOf(chance, VALUES)]);
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

/** Bytes changed, cut off or added. */
function damaged(chance: Chance): Buffer {
  const bytes = Buffer.from(oddHook(chance));
  const end = chance() < 0.5 ? Math.floor(chance() * bytes.length) : bytes.length;
  const cut = bytes.subarray(0, end);
  for (let flips = Math.floor(chance() * 5); flips > 0 && cut.length > 0; flips--)
    cut[Math.floor(chance() * cut.length)] = Math.floor(chance() * 256);
  return cut;
}

/** `count` bodies, the same for the same seed: whole ones of the corpus, odd hooks, damaged ones. */
export function hostileBodies(seed: number, count: number): (string | Buffer)[] {
  const chance = randomNumbers(seed);
  const eachField = FIELDS.flatMap((field) =>
    VALUES.map((value) => `{"session_id":"fuzz-0","hook_event_name":"PreToolUse","${field}":${value}}`),
  );
  const generated = Array.from({ length: Math.max(0, count - WHOLE.length - eachField.length) }, () =>
    chance() < 0.7 ? oddHook(chance) : damaged(chance),
  );
  return [...WHOLE, ...eachField, ...generated].slice(0, count);
}

/** A hook of exactly this many bytes. */
export function hookOfBytes(bytes: number): string {
  const head = '{"session_id":"fuzz-big","hook_event_name":"SessionStart","cwd":"/projects/big","filler":"';
  return `${head}${'x'.repeat(bytes - head.length - 2)}"}`;
}
