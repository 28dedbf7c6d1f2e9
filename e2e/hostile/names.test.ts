import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { gatewayClient } from '../support/ask-gateway.js';
import type { Session } from '../support/session.js';
import { useStack } from '../support/use-stack.js';

/** The agent writes down the words it was started with, and is done. */
const NOTE_WORDS =
  'require("fs").writeFileSync(process.env.HOME+"/words-"+process.env.PITWALL_TERMINAL_ID,JSON.stringify(process.argv.slice(1)))';
const story = useStack({ config: { claudeCommand: `'${process.execPath}' -e '${NOTE_WORDS}' --` } });

const CANARY = 'canary';
const canaries = (): string[] => [
  join(story.stack.home, CANARY),
  join(story.stack.user, CANARY),
  join(process.cwd(), CANARY),
  '/tmp/pw-canary',
];
const touch = 'touch /tmp/pw-canary';
afterEach(() => {
  for (const path of canaries()) expect({ path, exists: existsSync(path) }).toEqual({ path, exists: false });
});

/** Words that a shell, an option parser or a path would take for something else. */
const NAMES = [
  `$(${touch})`,
  `\`${touch}\``,
  `;${touch};`,
  `';${touch};'`,
  `";${touch};"`,
  `| ${touch}`,
  `line\n${touch}\n`,
  `\u202e${touch}`,
  '--dangerously-skip-permissions',
  '--version',
  '-p',
  '--',
  '%s%n\\',
];

const START = `mutation ($input: StartSessionInput!) { startSession(input: $input) { id title room cwd model permissionMode terminalId } }`;
type Started = {
  startSession: Pick<Session, 'id' | 'title' | 'room' | 'cwd' | 'model' | 'permissionMode' | 'terminalId'>;
};

const start = (input: Record<string, unknown>) =>
  gatewayClient(story.stack).run<Started>(START, { input: { cli: 'claude', ...input } });

/** Either way is fine, but nothing in between: a reason, or the very words. */
async function wordsOf({ terminalId }: Started['startSession']): Promise<string[]> {
  const file = join(story.stack.user, `words-${terminalId}`);
  return eventually(() => JSON.parse(readFileSync(file, 'utf8')) as string[], { timeoutMs: 30_000, everyMs: 100 });
}

test.each(NAMES)('a title, room and prompt that is called %j is used literally', async (name) => {
  const { data } = await start({ cwd: story.stack.user, title: name, room: name, prompt: name });
  expect(data?.startSession).toMatchObject({ title: name.trim(), room: name });
  expect((await wordsOf(data!.startSession)).slice(-2)).toEqual(['--', name]);
});

test.each(NAMES)('a model and a permission mode %j: refused with a reason, or used literally', async (name) => {
  const { data, errors } = await start({ cwd: story.stack.user, model: name, permissionMode: name });
  if (name.startsWith('-')) {
    const { message, extensions } = errors![0]!;
    expect(extensions.code).toBe('BAD_REQUEST');
    return void expect(message).toMatch(/dash/);
  }
  expect(data?.startSession).toMatchObject({ model: name, permissionMode: name });
  const words = await wordsOf(data!.startSession);
  expect(words.slice(-4)).toEqual(['--model', name, '--permission-mode', name]);
});

test.each(NAMES)('a folder that is called %j is worked in, and the shell is not asked about it', async (name) => {
  const folder = join(story.stack.user, `in ${name.replaceAll('/', '_')}`);
  mkdirSync(folder);
  const answer = await start({ cwd: folder });
  expect(answer.data?.startSession.cwd).toBe(folder);
  await wordsOf(answer.data!.startSession);
});

const NO_FOLDERS = [
  ...['/a/$(touch /tmp/pw-canary)', '/a;touch /tmp/pw-canary', '/a\nb', '/nul\u0000nul', `/${'x'.repeat(5_000)}`],
  ...['--flag', 'relative', '..', '', '~', '/etc/passwd', '/proc/self/fd/0', '/root/../no/such/..'],
];

test.each(NO_FOLDERS)(
  'a folder that is none, %j: refused with a reason, over GraphQL and by the command',
  async (cwd) => {
    const { errors } = await start({ cwd });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/\S/),
      extensions: { code: expect.any(String) },
    });
    expect(errors?.[0]?.extensions.code).not.toBe('INTERNAL');
    if (cwd.includes('\u0000') || !cwd.startsWith('/')) return;
    const refused = await story.stack.cli.refused('session', 'start', '--cli', 'claude', '--cwd', cwd);
    expect(refused.message).toMatch(/\S/);
  },
);

test('texts of 5,000 characters and such as can’t be stored are refused with a reason, everywhere', async () => {
  const long = 'x'.repeat(5_000);
  for (const bad of [long, 'nul\u0000nul', 'half \ud800']) {
    for (const field of ['title', 'room', 'model', 'permissionMode']) {
      const { errors } = await start({ cwd: story.stack.user, [field]: bad });
      expect({ field, code: errors?.[0]?.extensions.code }).toEqual({ field, code: 'BAD_REQUEST' });
    }
  }
});

test('by the command the same words are values, never options of the command or of the agent', async () => {
  const title = `$(${touch});--flag`;
  const words = [
    `--title=${title}`,
    `--model=;${touch}`,
    `--room='${touch}'`,
    '--prompt',
    '--',
    '--cwd',
    story.stack.user,
  ];
  const session = await story.stack.cli.ask<Session>('session', 'start', '--cli', 'claude', ...words);
  expect(session).toMatchObject({ title, model: `;${touch}`, room: `'${touch}'` });
  expect((await wordsOf(session)).slice(-2)).toEqual(['--', '--']);
});
