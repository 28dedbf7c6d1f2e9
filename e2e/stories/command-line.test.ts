import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type CliFailure, runPitwall } from '../support/cli.js';
import type { Session } from '../support/session.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

const failure = (code: string): CliFailure => ({
  error: {
    code,
    message: expect.stringMatching(/\S/) as unknown as string,
    hint: expect.anything() as unknown as string,
  },
});

const fields = (value: unknown): string[] => Object.keys(value as object).sort();

/** Every field that scripts rely on. */
const SESSION_FIELDS = [
  ...['id', 'team', 'title', 'cli', 'origin', 'originLabel', 'hostId', 'terminalId', 'cliSessionId', 'cwd', 'model'],
  ...['effort', 'permissionMode', 'status', 'statusReason', 'lifecycle', 'marks', 'match', 'runs', 'subagents'],
  ...[
    'agentTeam',
    'requests',
    'queue',
    'room',
    'archived',
    'pinned',
    'muted',
    'alert',
    'shared',
    'handsOff',
    'central',
  ],
  ...['memoryBytes', 'memoryMeasure', 'projects', 'agent', 'sourceSessionId', 'createdAt', 'lastSignalAt', 'revision'],
];

test('U-02 every command answers in JSON, in the shapes that scripts rely on', async () => {
  const { cli, user } = story.stack;
  const words = ['--title', 'Mine', '--model', 'm-1', '--permission-mode', 'plan', '--room', 'Blue'];
  const started = await cli.ask<Session>('session', 'start', '--cli', 'claude', '--cwd', user, ...words);
  expect(fields(started)).toEqual(expect.arrayContaining([...SESSION_FIELDS].sort()));
  expect(started).toMatchObject({
    ...{ title: 'Mine', model: 'm-1', permissionMode: 'plan', room: 'Blue', cli: 'claude', origin: 'terminal' },
    ...{ cwd: user, lifecycle: null, archived: false, pinned: false, muted: false, alert: false },
  });
  const { id } = started;
  await story.watch.waitForStatus(id, 'idle');
  expect(await cli.ask('session', 'show', id)).toMatchObject({ id, status: 'idle' });
  expect(await cli.ask('session', 'show', id.slice(0, 12))).toMatchObject({ id });
  expect(await cli.ask('session', 'list')).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({ id })]),
  });
  const { history } = await cli.ask<{ history: object[] }>('session', 'history', id);
  expect(history.map(fields)).toEqual(history.map(() => ['reason', 'status']));
  const receipt = await cli.ask<{ turnId: string }>('session', 'send', id, '[[bash: true]]');
  expect(receipt).toMatchObject({ sessionId: id, data: { submission: { turn_id: receipt.turnId } } });
  const request = await story.dialog(id);
  expect(await cli.ask('session', 'answer', id, '--allow')).toMatchObject({ sessionId: id, request });
  await story.watch.waitForStatus(id, 'waiting');
  expect(await cli.ask('session', 'stop', id)).toMatchObject({ id });
  await story.watch.waitForStatus(id, 'ended');
  expect(await cli.ask('status')).toMatchObject({ up: true, parts: expect.any(Array) });
  expect(await cli.run('doctor')).toMatchObject({ json: expect.any(Object) });
});

test('U-02 a command that is wrongly written ends with 2, one that is refused with 1, both with JSON', async () => {
  const { cli } = story.stack;
  const wrong = [
    ['session', 'start'],
    ['session', 'start', '--cli', 'emacs'],
    ['session', 'answer', 's-1', 'rq-1'],
    ['session', 'answer', 's-1', 'rq-1', '--allow', '--deny'],
    ['session', 'answer', 's-1', 'rq-1', '--allow', '--message', 'no'],
    ['session', 'fly'],
    ['session', 'show'],
    ['up', '--port', 'many'],
    ['no-such-command'],
  ];
  for (const words of wrong) {
    const { code, json, stdout } = await cli.run(...words);
    expect({ words, code, json }).toEqual({
      words,
      code: 2,
      json: { error: expect.objectContaining({ code: 'USAGE' }) },
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  }
  for (const verb of ['show', 'history', 'stop', 'attach']) {
    expect(await cli.run('session', verb, 's-none')).toMatchObject({ code: 1, json: failure('SESSION_NOT_FOUND') });
  }
});

test('U-02 without a stack every command that needs one ends with 3 and says how to start it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'pw-none-'));
  const commands = [
    ['session', 'list'],
    ['session', 'show', 's-1'],
    ['session', 'watch'],
    ['session', 'send', 's-1', 'hello'],
    ['session', 'start', '--cli', 'claude'],
  ];
  for (const words of commands) {
    const { code, json } = await runPitwall([...words, '--json', '--home', home]);
    expect({ words, code, json }).toEqual({ words, code: 3, json: failure('NOT_REACHABLE') });
  }
  expect(await runPitwall(['status', '--json', '--home', home])).toMatchObject({ code: 3, json: { up: false } });
  expect(await runPitwall(['down', '--json', '--home', home])).toMatchObject({ code: 0, json: { wasUp: false } });
  rmSync(home, { recursive: true, force: true });
});

test('U-02 a second up on the same home says so and ends with 1', async () => {
  const { code, stderr } = await runPitwall(['up', '--home', story.stack.home, '--no-open']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/process \d+/);
});

test('U-02 for people, the words say what to do next', async () => {
  const id = await story.start('[[bash: true]]');
  const request = await story.dialog(id);
  const home = ['--home', story.stack.home];
  const { stdout } = await runPitwall(['session', 'show', id, ...home]);
  expect(stdout).toMatch(/approval: PermissionRequest for Bash, \d+ s ago \[A-05\]/);
  expect(stdout).toContain(`pitwall session answer ${id} ${request} --allow|--deny`);
  expect(stdout).toContain('matched by: launch');
  const refused = await runPitwall(['session', 'send', id, 'hello', ...home]);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Answer it first') });
  expect((await runPitwall(['session', 'list', ...home])).stdout).toContain(id);
});
