import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { runPitwall } from '../support/cli.js';
import { commandGate, modelGate } from './gate.js';
import { cardsIn } from './outside.js';
import { useClaude } from './use-claude.js';

const { story, tell } = await useClaude();

const begin = async (name: string, ...words: string[]) => {
  const folder = story.agent.newProject(name);
  const id = await story.startIn(folder, ...words);
  await story.watch.waitForStatus(id, 'idle');
  return { folder, id };
};

const BEGUN = ['connecting S-03 start requested', 'idle S-02 SessionStart'];
const PROMPTED = 'prompting S-02 UserPromptSubmit';
const STOPPED = 'waiting S-02 Stop';
const INTERRUPTED = 'waiting X-27 cli-state idle';

const heard = (words: string) =>
  eventually(() => story.model.heard.some((text) => text.includes(words)), { timeoutMs: 30_000 });

tell('X-27 Esc while it thinks and in a running command: it waits for me, although no hook says so', async () => {
  const { folder, id } = await begin('interrupted');
  const terminal = await story.view(id);
  const command = commandGate(folder);
  await story.send(id, `think hard [[until: ${modelGate(folder).path}]]`);
  await story.watch.waitForStatus(id, 'prompting');
  await heard('think hard');
  terminal.type('\x1b');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, `follow [[bash: ${command.command}]]`);
  await story.watch.waitForStatus(id, 'working');
  await command.running();
  terminal.type('\x1b');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, 'go on [[text: Here I am.]]');
  await terminal.waitForText('Here I am.');
  await story.watch.waitForStatus(id, 'waiting');
  expect(await story.history(id)).toEqual([
    ...[...BEGUN, PROMPTED, INTERRUPTED],
    ...[PROMPTED, 'working S-02 PreToolUse for Bash', INTERRUPTED],
    ...[PROMPTED, STOPPED],
  ]);
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('X-12, X-61 /compact is one conversation and no subagent; the next prompt goes on', async () => {
  const { folder, id } = await begin('compacted');
  // With less it finds nothing to compact.
  await story.send(id, 'hello [[sleep: 100]]');
  await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, 'and more [[sleep: 100]]');
  const before = await story.watch.waitForStatus(id, 'waiting');
  await story.send(id, '/compact');
  const after = await story.watch.waitForStatus(id, 'idle');
  await story.send(id, 'again [[sleep: 100]]');
  await story.watch.waitForStatus(id, 'waiting');
  expect(await story.show(id)).toMatchObject({ cliSessionId: before.cliSessionId, subagents: [] });
  expect(after.runs).toHaveLength(1);
  expect((await story.history(id)).slice(-3)).toEqual(['idle X-12 SessionStart', PROMPTED, STOPPED]);
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('S-02 a background shell outlives its turn, and its end is a prompt of its own', async () => {
  const { folder, id } = await begin('background-shell');
  const command = commandGate(folder);
  await story.send(id, `follow [[background: ${command.command}]] [[text: It runs.]]`);
  await story.watch.waitForStatus(id, 'waiting');
  await command.running();
  command.open();
  await story.watch.waitForStatus(id, 'prompting');
  await story.watch.waitForStatus(id, 'waiting');
  expect(await story.history(id)).toEqual([
    ...[...BEGUN, PROMPTED, 'working S-02 PreToolUse for Bash', STOPPED],
    ...[PROMPTED, STOPPED],
  ]);
});

tell('X-60, X-61 a subagent is a line of its card: in the turn, and in the background', async () => {
  const { folder, id } = await begin('subagents');
  const file = join(folder, 'read-me.txt');
  writeFileSync(file, 'read me');
  const [first, second] = [modelGate(folder), modelGate(folder)];
  await story.send(id, `share [[agent: look {{read: ${file}}} {{until: ${first.path}}} {{text: Seen.}}]]`);
  const running = await story.watch.waitFor(id, 'tool call of a subagent', ({ subagents }) =>
    subagents.some(({ toolCount }) => toolCount > 0),
  );
  expect(running).toMatchObject({ status: 'working', subagents: [{ status: 'running', type: 'general-purpose' }] });
  first.open();
  const { subagents } = await story.watch.waitForStatus(id, 'waiting');
  expect(subagents).toEqual([expect.objectContaining({ status: 'done', toolCount: 1 })]);

  await story.send(id, `share [[agent-background: look {{until: ${second.path}}} {{text: Seen.}}]]`);
  const behind = await story.watch.waitFor(
    id,
    'background run',
    ({ statusReason, status }) => status === 'working' && statusReason.rule === 'X-60',
  );
  expect(behind.subagents.at(-1)).toMatchObject({ status: 'running' });
  second.open();
  const after = await story.watch.waitForStatus(id, 'waiting');
  expect(after.subagents.map(({ status }) => status)).toEqual(['done', 'done']);
  const told = [
    ...[...BEGUN, PROMPTED, 'working S-02 PreToolUse for Agent', STOPPED],
    ...[PROMPTED, 'working S-02 PreToolUse for Agent', 'waiting G-03 SubagentStop'],
    // The end of what ran in the background is a prompt of its own.
    ...[PROMPTED, STOPPED],
  ];
  await eventually(async () => expect(await story.history(id)).toEqual(told), { timeoutMs: 30_000, everyMs: 250 });
  expect(await cardsIn(story, folder)).toHaveLength(1);
});

tell('X-15 a question is input, and is answered in its terminal', async () => {
  const { id } = await begin('asked');
  const terminal = await story.view(id);
  await story.send(id, 'ask me [[ask: Which colour?]] [[text: A good choice.]]');
  const asked = await story.watch.waitForStatus(id, 'input');
  expect(asked.requests).toEqual([expect.objectContaining({ kind: 'question', tool: 'AskUserQuestion' })]);
  await terminal.waitForText('Which colour?');
  terminal.type('1');
  const { requests } = await story.watch.waitForStatus(id, 'waiting');
  expect(requests).toEqual([]);
  expect((await story.history(id)).slice(BEGUN.length)).toEqual([
    ...[PROMPTED, 'working S-02 PreToolUse for AskUserQuestion', 'input X-15 PermissionRequest for AskUserQuestion'],
    // Its hook or its own note, whichever is read first.
    expect.stringMatching(/^working (X-27 cli-state busy|S-02 PostToolUse for AskUserQuestion)$/),
    STOPPED,
  ]);
});

tell('X-15 a plan is input: allowed from the command line, it is carried out', async () => {
  const { folder, id } = await begin('planned', '--permission-mode', 'plan');
  const file = join(folder, 'read-me.txt');
  writeFileSync(file, 'read me');
  await story.send(id, `make a plan [[plan: Read that file]] [[read: ${file}]] [[text: Carried out.]]`);
  const asked = await story.watch.waitForStatus(id, 'input');
  expect(asked).toMatchObject({ permissionMode: 'plan', requests: [{ kind: 'plan', tool: 'ExitPlanMode' }] });
  await story.stack.cli.ask('session', 'answer', id, asked.requests[0]!.id, '--allow');
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).slice(BEGUN.length)).toEqual([
    ...[PROMPTED, 'working S-02 PreToolUse for ExitPlanMode', 'input X-15 PermissionRequest for ExitPlanMode'],
    ...['working X-28 answered: allow by owner', STOPPED],
  ]);
});

tell('M-04, X-47 a nested claude -p makes no card, and takes no other one', async () => {
  const { folder, id } = await begin('nested');
  const before = await story.show(id);
  await story.send(id, `delegate [[bash: ${story.agent.command} -p 'hello {{text: Nested words}}' && sleep 0.1]]`);
  await story.stack.cli.ask('session', 'answer', id, await story.dialog(id), '--allow');
  await story.watch.waitForStatus(id, 'waiting');
  await heard('Nested words');
  expect(await cardsIn(story, folder)).toEqual([
    expect.objectContaining({ id, cliSessionId: before.cliSessionId, match: before.match, subagents: [] }),
  ]);
  expect((await story.history(id)).slice(BEGUN.length)).toEqual([
    ...[PROMPTED, 'working S-02 PreToolUse for Bash', 'approval A-05 PermissionRequest for Bash'],
    ...['working X-28 answered: allow by owner', STOPPED],
  ]);
});

tell('M-07 two started together in one folder: each card has its own conversation', async () => {
  const folder = story.agent.newProject('together');
  const gates = [modelGate(folder), modelGate(folder)] as const;
  const ids = await Promise.all(
    gates.map((gate, n) => story.startIn(folder, '--prompt', `I am number ${n} [[until: ${gate.path}]]`)),
  );
  const cards = await Promise.all(ids.map((id) => story.watch.waitForStatus(id, 'prompting')));
  expect(cards.map(({ match }) => match?.step)).toEqual(['launch', 'launch']);
  expect(new Set(cards.map(({ cliSessionId }) => cliSessionId)).size).toBe(2);
  for (const [n, { now }] of cards.entries()) expect(now?.text).toContain(`I am number ${n}`);
  gates[1].open();
  await story.watch.waitForStatus(ids[1]!, 'waiting');
  expect((await story.show(ids[0]!)).status).toBe('prompting');
  gates[0].open();
  await story.watch.waitForStatus(ids[0]!, 'waiting');
  expect(await cardsIn(story, folder)).toHaveLength(2);
});

tell('A-08 "No" in the dialog: it waits for me, nothing was done, and the next prompt goes on', async () => {
  const { folder, id } = await begin('said-no');
  const terminal = await story.view(id);
  const file = join(folder, 'unwanted.txt');
  await story.send(id, `please [[write: ${file}]]`);
  await story.dialog(id);
  await terminal.waitForText('3. No');
  terminal.type('3');
  const { requests } = await story.watch.waitForStatus(id, 'waiting');
  expect(requests).toEqual([]);
  expect(existsSync(file)).toBe(false);
  await story.send(id, 'go on [[sleep: 100]]');
  await story.watch.waitForStatus(id, 'waiting');
  expect((await story.history(id)).slice(BEGUN.length)).toEqual([
    ...[PROMPTED, 'working S-02 PreToolUse for Write', 'approval A-05 PermissionRequest for Write'],
    // Its hook's connection or its own note, whichever is seen first.
    expect.stringMatching(/^waiting (A-08 dialog dismissed in the terminal|X-27 cli-state idle)$/),
    ...[PROMPTED, STOPPED],
  ]);
});

tell('X-40 a conversation of another card, resumed by hand in this terminal, is on this one', async () => {
  const { folder, id: first } = await begin('resumed-by-hand');
  await story.send(first, 'remember me [[sleep: 100]]');
  const { cliSessionId } = await story.watch.waitForStatus(first, 'waiting');
  await story.send(first, '/exit');
  await story.watch.waitForStatus(first, 'ended');
  const second = await story.startIn(folder);
  const before = await story.watch.waitForStatus(second, 'idle');
  await story.send(second, `/resume ${cliSessionId}`);
  const after = await story.watch.waitFor(second, 'old conversation', (card) => card.cliSessionId === cliSessionId);
  expect(after.runs.map((run) => run.cliSessionId)).toEqual([before.cliSessionId, cliSessionId]);
  await story.send(second, 'go on [[sleep: 100]]');
  await story.watch.waitForStatus(second, 'waiting');
  expect((await story.show(first)).status).toBe('ended');
  expect(await cardsIn(story, folder)).toHaveLength(2);
});

tell('M-06, S-10 linked by hand to another card and back: each card says in a line what is so', async () => {
  const [from, to] = [await begin('linked-from'), await begin('linked-to')];
  const told = async (id: string) => (await runPitwall(['session', 'show', id, '--home', story.stack.home])).stdout;
  const relink = async (id: string, target: string) => {
    await story.stack.cli.ask('session', 'relink', id, '--to', target);
    expect(await told(id)).toContain(`connecting: moved to card ${target}`);
    expect(await told(target)).toContain(`matched by: manual (by owner, from card ${id})`);
    expect(await told(target)).toMatch(/waiting: Stop, .* \[S-02\]; idle in \d+ min if nothing happens/);
    // What the conversation has done follows its link.
    return story.watch.waitFor(
      target,
      'link by hand',
      ({ match, status }) => match?.step === 'manual' && status === 'waiting',
    );
  };
  await story.send(from.id, 'hello [[sleep: 100]]');
  const { cliSessionId } = await story.watch.waitForStatus(from.id, 'waiting');
  expect(await told(from.id)).toMatch(/waiting: Stop, .* \[S-02\]; idle in \d+ min[^]*matched by: launch/);
  expect(await relink(from.id, to.id)).toMatchObject({ cliSessionId });
  expect(await relink(to.id, from.id)).toMatchObject({ cliSessionId });
  await story.send(from.id, 'again [[sleep: 100]]');
  expect(await story.watch.waitForStatus(from.id, 'prompting')).toMatchObject({ cliSessionId });
  await story.watch.waitForStatus(from.id, 'waiting');
});
