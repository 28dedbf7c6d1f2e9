import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { modelGate } from './gate.js';
import { cardsIn, outsideAgents, theCard } from './outside.js';
import { processesOf, useCodex } from './use-codex.js';

/** As it is before a person has trusted any hooks. */
const { story, tell } = await useCodex({ withHooks: false }, { scanInterval: 500 });
const outside = outsideAgents();

const heard = (words: string) =>
  eventually(() => story.model.heard.some((text) => text.includes(words)), { timeoutMs: 30_000 });

const hasConversation = (id: string, after: string | null = null) =>
  story.watch.waitFor(id, 'conversation', ({ cliSessionId }) => cliSessionId !== null && cliSessionId !== after);

/** Without hooks only looks at all processes tell, and on a machine that is short of time they come too late for a test. */
const tellIfQuiet = (title: string, story: () => Promise<void>): void => {
  if (process.env['PITWALL_TEST_QUIET_MACHINE']) tell(title, story);
  else test.skip(`${title}: needs a quiet machine, set PITWALL_TEST_QUIET_MACHINE=1`, story);
};

tell(
  'M-01 (6), X-27 without hooks its rollout tells which conversation a card has, through /clear to the end',
  async () => {
    const folder = story.agent.newProject('alone');
    const id = await story.startIn(folder, '--prompt', 'hello [[bash: echo hi]] [[text: Hello to you.]]');
    const terminal = await story.view(id);
    await terminal.waitForText('Hello to you.', 45_000);
    const first = await hasConversation(id);
    expect(first.match?.step).toBe('process-parent');
    // refused, and nothing typed, until the rollout has been read.
    await eventually(() => story.send(id, '/clear'), { timeoutMs: 30_000 });
    await story.send(id, 'again [[text: Another conversation.]]');
    await terminal.waitForText('Another conversation.', 45_000);
    const second = await hasConversation(id, first.cliSessionId);
    expect(second.runs.map(({ cliSessionId }) => cliSessionId)).toEqual([first.cliSessionId, second.cliSessionId]);
    await story.send(id, '/quit');
    await story.watch.waitForStatus(id, 'ended');
    expect((await story.history(id)).at(-1)).toMatch(/^ended S-09 process-gone/);
    expect(await cardsIn(story, folder)).toHaveLength(1);
  },
);

tellIfQuiet('M-07 two started together in one folder: each card has its own conversation', async () => {
  const folder = story.agent.newProject('together');
  const ids = await Promise.all(
    ['one', 'two'].map((name) => story.startIn(folder, '--prompt', `I am number ${name} [[text: Good.]]`)),
  );
  const cards = await Promise.all(ids.map((id) => hasConversation(id)));
  expect(new Set(cards.map(({ cliSessionId }) => cliSessionId)).size).toBe(2);
  expect(await cardsIn(story, folder)).toHaveLength(2);
});

tell('M-04 codex exec makes no card', async () => {
  const folder = story.agent.newProject('headless');
  const gate = modelGate(folder);
  outside.start(story.agent.command, ['exec', '--skip-git-repo-check', `headless [[until: ${gate.path}]]`], {
    cwd: folder,
  });
  const beside = outside.start(
    story.agent.command,
    ['-c', 'features.daemon_auto_start=false', 'beside it [[text: Good.]]'],
    { cwd: folder, env: { TERM_PROGRAM: 'WezTerm' } },
  );
  await heard('headless [[');
  await heard('beside it [[');
  const card = await theCard(story, folder, ({ cliSessionId }) => cliSessionId !== null);
  expect(card).toMatchObject({ origin: 'external', originLabel: 'WezTerm', cli: 'codex', terminalId: null });
  gate.open();
  beside.kill();
  await story.watch.waitForStatus(card.id, 'ended');
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tellIfQuiet('X-46 two elsewhere that share a daemon are two cards, and take none of ours', async () => {
  const [here, ...elsewhere] = ['daemon-here', 'daemon-1', 'daemon-2'].map((name) => story.agent.newProject(name));
  const own = await story.startIn(here!, '--prompt', 'in a terminal of ours [[text: Good.]]');
  const agents = elsewhere.map((folder) =>
    outside.start(story.agent.command, [`under a daemon ${folder} [[text: Good.]]`], { cwd: folder }),
  );
  const before = await hasConversation(own);
  for (const folder of elsewhere) await heard(`under a daemon ${folder}`);
  const cards = await Promise.all(elsewhere.map((folder) => theCard(story, folder)));
  expect(processesOf(story.agent.configFolder).some(({ isDaemon }) => isDaemon)).toBe(process.platform === 'linux');
  for (const card of cards) expect(card).toMatchObject({ origin: 'external', terminalId: null, cli: 'codex' });
  agents.forEach((agent) => agent.kill());
  await Promise.all(cards.map(({ id }) => story.watch.waitForStatus(id, 'ended')));
  expect(await story.show(own)).toMatchObject({ cliSessionId: before.cliSessionId, runs: before.runs });
  for (const folder of [here!, ...elsewhere]) expect(await cardsIn(story, folder)).toHaveLength(1);
});
