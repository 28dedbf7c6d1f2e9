import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { modelGate } from './gate.js';
import { cardsIn, outsideAgents, theCard } from './outside.js';
import { useClaude } from './use-claude.js';

const { story, tell } = await useClaude({ scanInterval: 500 });
const outside = outsideAgents();

const heard = (words: string) =>
  eventually(() => story.model.heard.some((text) => text.includes(words)), { timeoutMs: 30_000 });

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolBatch'],
  ...['Notification', 'Stop', 'SubagentStart', 'SubagentStop', 'SessionEnd'],
];

/** What a person puts into their settings who wants Pitwall to know of all their sessions. */
function hookSettings(folder: string): string {
  const path = join(folder, 'with-pitwall.json');
  const hooks = [
    { hooks: [{ type: 'command', command: `'${story.stack.home}/bin/pitwall-hook' claude`, timeout: 5 }] },
  ];
  writeFileSync(path, JSON.stringify({ hooks: Object.fromEntries(EVENTS.map((event) => [event, hooks])) }));
  return path;
}

tell('M-02, M-03 started elsewhere without hooks: a look at all processes finds it, and its death', async () => {
  const folder = story.agent.newProject('outside');
  const agent = outside.start(story.agent.command, [], { cwd: folder, env: { TERM_PROGRAM: 'vscode' } });
  const card = await theCard(story, folder, ({ cliSessionId }) => cliSessionId !== null);
  expect(card).toMatchObject({ origin: 'external', originLabel: 'VS Code', terminalId: null, cli: 'claude' });
  expect(card.match?.step).toBe('scan');
  agent.kill();
  await story.watch.waitForStatus(card.id, 'ended');
  expect((await story.history(card.id)).at(-1)).toMatch(/^ended S-09 process-gone/);
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('M-02, M-03 started elsewhere with hooks: one card, which the looks at all processes don’t double', async () => {
  const folder = story.agent.newProject('outside-with-hooks');
  const gate = modelGate(folder);
  const agent = outside.start(
    story.agent.command,
    ['--settings', hookSettings(folder), `hello [[until: ${gate.path}]]`],
    { cwd: folder, env: { KITTY_WINDOW_ID: '1' } },
  );
  const card = await theCard(story, folder, ({ status }) => status === 'prompting');
  expect(card).toMatchObject({ origin: 'external', originLabel: 'Kitty', terminalId: null });
  agent.type('\x1b');
  await story.watch.waitForStatus(card.id, 'waiting');
  agent.kill();
  const { runs } = await story.watch.waitForStatus(card.id, 'ended');
  expect(runs).toHaveLength(1);
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell(
  'X-17, X-42 claude --resume by hand after /exit, in the same terminal with hooks: its card lives again',
  async () => {
    const folder = story.agent.newProject('resumed-in-place');
    const id = await story.startIn(folder, '--prompt', 'remember me [[sleep: 100]]');
    const { cliSessionId } = await story.watch.waitForStatus(id, 'waiting');
    await story.send(id, '/exit');
    await story.watch.waitForStatus(id, 'ended');
    const terminal = await story.view(id);
    terminal.type(`${story.agent.command} --settings ${hookSettings(folder)} --resume ${cliSessionId}\r`);
    const alive = await story.watch.waitForStatus(id, 'idle');
    expect(alive).toMatchObject({ cliSessionId, runs: [{ cliSessionId }, { cliSessionId, endedAt: null }] });
    expect(await cardsIn(story, folder)).toHaveLength(1);
  },
);

tell('M-04 claude -p beside it makes no card', async () => {
  const folder = story.agent.newProject('headless');
  const gate = modelGate(folder);
  const settings = hookSettings(folder);
  outside.start(story.agent.command, ['--settings', settings, '-p', `alone [[until: ${gate.path}]]`], { cwd: folder });
  const beside = outside.start(story.agent.command, ['--settings', settings, 'hello'], { cwd: folder });
  await heard('alone [[');
  const card = await theCard(story, folder, ({ status }) => status === 'waiting');
  gate.open();
  beside.kill();
  await story.watch.waitForStatus(card.id, 'ended');
  expect(await cardsIn(story, folder)).toHaveLength(1);
});
