import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { attachInTerminal } from '../support/attach-in-terminal.js';
import { isRunning, pidsWith } from '../support/processes.js';
import { openTerminal } from '../support/terminal-client.js';
import { useStack } from '../support/use-stack.js';

const story = useStack();

/** Ctrl-] */
const DETACH = '\x1d';

test('U-02 I attach to a session, see its screen, type a prompt, detach, and it goes on', async () => {
  const id = await story.startIdle();
  const attached = attachInTerminal(story.stack.home, id);
  await attached.waitForText('Fake agent');
  attached.type('hello [[text: I read you]]\r');
  await attached.waitForText('I read you');
  await story.watch.waitForStatus(id, 'waiting');
  attached.type(DETACH);
  expect(await attached.exitCode).toBe(0);
  expect((await story.show(id)).status).toBe('waiting');
});

test('U-01 two viewers see the same screen, the later one from the beginning', async () => {
  const id = await story.startIdle();
  const first = await story.view(id);
  await first.waitForText('Fake agent');
  first.type('go [[print: one line]] [[text: both see this]]\r');
  await first.waitForText('both see this');
  const second = await story.view(id, { cols: 90, rows: 24 });
  await second.waitForText('both see this');
  second.type('again [[text: typed by the second]]\r');
  await Promise.all([first, second].map((viewer) => viewer.waitForText('typed by the second')));
  second.close();
  first.type('more [[text: the first goes on]]\r');
  await first.waitForText('the first goes on');
});

test('U-01 a terminal that there is not is said so, as is one that ends', async () => {
  const unknown = await openTerminal(story.stack, 'term-none');
  expect(await unknown.closed).toBe(4404);
  const id = await story.startIdle();
  const viewer = await story.view(id);
  await viewer.waitForText('Fake agent');
  await story.stack.cli.ask('session', 'stop', id);
  expect(await viewer.closed).toBe(4000);
});

test('L-08 I stop a session: its agent, its commands and what they left behind are gone', async () => {
  const marker = join(story.stack.user, 'followed-by-the-session');
  const command = `touch ${marker}; setsid tail -f ${marker} & tail -f ${marker}`;
  const id = await story.start(`[[run: ${command}]]`);
  await story.watch.waitForStatus(id, 'working');
  const followers = () => pidsWith(`tail -f ${marker}`);
  await eventually(() => followers().length >= 2);
  await story.stack.cli.ask('session', 'stop', id);
  await story.watch.waitForStatus(id, 'ended');
  await eventually(() => followers().length === 0, { timeoutMs: 10_000 });
  expect(pidsWith((await story.show(id)).cliSessionId!)).toEqual([]);
});

test('U-01 after down and up the terminals live on, and every session is as it was', async () => {
  const id = await story.startIdle();
  await story.send(id, 'remember [[text: still here]]');
  await story.watch.waitForStatus(id, 'waiting');
  const [pid] = pidsWith((await story.show(id)).cliSessionId!);
  const before = await story.list();
  await story.stack.down();
  expect(isRunning(pid!)).toBe(true);
  await story.stack.up();
  expect(await story.list()).toEqual(before);
  const viewer = await story.view(id);
  await viewer.waitForText('still here');
  viewer.type('and now [[text: the same agent]]\r');
  await viewer.waitForText('the same agent');
  expect(pidsWith((await story.show(id)).cliSessionId!)).toEqual([pid]);
});

test('S-02 what an agent does while the stack is down is there when it is up again', async () => {
  const id = await story.startIdle();
  await story.send(id, 'work [[run: sleep 0.5]] [[text: finished alone]]');
  await story.watch.waitForStatus(id, 'working');
  await story.stack.down();
  expect((await story.stack.cli.run('session', 'show', id)).code).toBe(3);
  await story.stack.up();
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).slice(-3)).toEqual([
    'prompting S-02 UserPromptSubmit',
    'working S-02 PreToolUse for Bash',
    'waiting S-02 Stop',
  ]);
});
