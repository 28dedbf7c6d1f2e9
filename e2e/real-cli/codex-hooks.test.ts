import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { commandGate, modelGate } from './gate.js';
import { cardsIn, outsideAgents, theCard } from './outside.js';
import { useCodex } from './use-codex.js';

/** As it is once a person has installed hooks and trusts them. */
const { story, tell } = await useCodex({ withHooks: true }, { scanInterval: 500 });
const outside = outsideAgents();
beforeAll(() => story.agent?.installHooks(join(story.stack.home, 'bin', 'pitwall-hook')));

const PROMPTED = 'prompting S-02 UserPromptSubmit';
const STOPPED = 'waiting S-02 Stop';
const RUNS = 'working S-02 PreToolUse for Bash';
const ASKS = 'approval A-05 PermissionRequest for Bash';
const BEGUN = ['connecting S-03 start requested', 'idle S-02 SessionStart', PROMPTED];
/** Its own hook or its rollout, whichever is read first. */
const INTERRUPTED = expect.stringMatching(/^waiting (X-11 Interrupt|X-27 cli-state idle)$/);

const heard = (words: string) =>
  eventually(() => story.model.heard.some((text) => text.includes(words)), { timeoutMs: 30_000 });

/** Codex tells of itself with its first prompt. */
const begin = async (name: string) => {
  const folder = story.agent.newProject(name);
  const id = await story.startIn(folder, '--prompt', 'hello [[sleep: 300]]');
  const card = await story.watch.waitForStatus(id, 'waiting');
  return { folder, id, card };
};

tell('S-02, X-11 a shell command, Esc while it thinks and in a command, /quit: its hooks drive the card', async () => {
  const { folder, id, card } = await begin('turns');
  expect(card.match?.step).toBe('terminal-id');
  const terminal = await story.view(id);
  await story.send(id, 'run [[bash: echo hi]] [[text: It ran.]]');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, `think hard [[until: ${modelGate(folder).path}]]`);
  await heard('think hard');
  await story.watch.waitForStatus(id, 'prompting');
  terminal.type('\x1b');
  await story.watch.waitForStatus(id, 'waiting');
  const command = commandGate(folder);
  await story.send(id, `follow [[bash: ${command.command}]]`);
  await command.running();
  await story.watch.waitForStatus(id, 'working');
  terminal.type('\x1b');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, '/quit');
  await story.watch.waitForStatus(id, 'ended');
  expect(await story.history(id)).toEqual([
    ...[...BEGUN, STOPPED],
    ...[PROMPTED, RUNS, STOPPED],
    ...[PROMPTED, INTERRUPTED],
    ...[PROMPTED, RUNS, INTERRUPTED],
    'ended S-02 SessionEnd',
  ]);
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('A-05, A-08 a command outside of its sandbox is approval: allowed, and denied, in its terminal', async () => {
  const { folder, id } = await begin('asks');
  const terminal = await story.view(id);
  const files = ['allowed', 'denied'].map((name) => join(folder, '..', `${name}.txt`)) as [string, string];
  await story.send(id, `please [[outside: touch ${files[0]}]]`);
  const { requests } = await story.watch.waitForStatus(id, 'approval');
  expect(requests).toEqual([expect.objectContaining({ kind: 'permission', tool: 'Bash' })]);
  await terminal.waitForText('Would you like to run', 30_000);
  terminal.type('y');
  expect((await story.watch.waitForStatus(id, 'waiting')).requests).toEqual([]);
  await story.send(id, `please [[outside: touch ${files[1]}]]`);
  await story.watch.waitForStatus(id, 'approval');
  await terminal.waitForText('Would you like to run', 30_000);
  terminal.type('\x1b');
  expect((await story.watch.waitForStatus(id, 'waiting')).requests).toEqual([]);
  expect(files.map((file) => existsSync(file))).toEqual([true, false]);
  expect((await story.history(id)).slice(BEGUN.length + 1)).toEqual([
    ...[PROMPTED, RUNS, ASKS, 'working S-02 PostToolUse for Bash', STOPPED],
    ...[PROMPTED, RUNS, ASKS, INTERRUPTED],
  ]);
});

tell('G-03 a subagent is a line of its card', async () => {
  const { folder, id, card } = await begin('subagents');
  const gate = modelGate(folder);
  await story.send(id, `share [[agent: look {{bash: echo in-sub}} {{until: ${gate.path}}} {{text: Seen.}}]]`);
  const running = await story.watch.waitFor(id, 'tool call of a subagent', ({ subagents }) =>
    subagents.some(({ toolCount }) => toolCount > 0),
  );
  expect(running.subagents).toEqual([expect.objectContaining({ status: 'running' })]);
  gate.open();
  const after = await story.watch.waitFor(
    id,
    'end of the subagent',
    ({ subagents, status }) => status === 'waiting' && subagents.every((one) => one.status === 'done'),
  );
  expect(after).toMatchObject({ cliSessionId: card.cliSessionId, subagents: [{ toolCount: 1 }] });
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('X-13 /clear keeps the card: a new conversation, the same terminal', async () => {
  const { folder, id, card } = await begin('cleared');
  await story.send(id, '/clear');
  await story.send(id, 'again [[sleep: 300]]');
  const { runs } = await story.watch.waitFor(
    id,
    'second conversation',
    ({ cliSessionId, status }) => cliSessionId !== card.cliSessionId && status === 'waiting',
  );
  expect(runs).toHaveLength(2);
  expect((await story.history(id)).join()).not.toContain('ended');
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('M-07 two started together in one folder: each card has its own conversation', async () => {
  const folder = story.agent.newProject('together');
  const names = ['one', 'two'] as const;
  const ids = await Promise.all(
    names.map((name) => story.startIn(folder, '--prompt', `I am number ${name} [[text: Bye, ${name}.]]`)),
  );
  const cards = await Promise.all(ids.map((id) => story.watch.waitForStatus(id, 'waiting')));
  expect(cards.map(({ now }) => now?.text)).toEqual(names.map((name) => `Bye, ${name}.`));
  expect(new Set(cards.map(({ cliSessionId }) => cliSessionId)).size).toBe(2);
  expect(await cardsIn(story, folder)).toHaveLength(2);
});

tell('M-04, X-47 a nested codex exec makes no card, and takes no other one', async () => {
  const { folder, id, card } = await begin('nested');
  const terminal = await story.view(id);
  const nested = `${story.agent.command} exec --skip-git-repo-check 'hello {{text: Nested words}}' < /dev/null`;
  await story.send(id, `delegate [[outside: ${nested}]]`);
  await story.watch.waitForStatus(id, 'approval');
  await terminal.waitForText('Would you like to run', 30_000);
  terminal.type('y');
  await story.watch.waitForStatus(id, 'waiting');
  await heard('Nested words');
  expect(await cardsIn(story, folder)).toEqual([
    expect.objectContaining({ id, cliSessionId: card.cliSessionId, match: card.match }),
  ]);
});

tell('M-02, M-03 started elsewhere: one card by its hooks, which the looks at all processes don’t double', async () => {
  const folder = story.agent.newProject('outside');
  const agent = outside.start(story.agent.command, ['-c', 'features.daemon_auto_start=false', 'hello [[sleep: 300]]'], {
    cwd: folder,
    env: { TERM_PROGRAM: 'ghostty' },
  });
  const card = await theCard(story, folder, ({ status }) => status === 'waiting');
  expect(card).toMatchObject({ origin: 'external', originLabel: 'Ghostty', terminalId: null });
  agent.kill();
  await story.watch.waitForStatus(card.id, 'ended');
  expect(await cardsIn(story, folder)).toHaveLength(1);
});
