import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { createHookPoster } from '../support/post-hook.js';
import { parts, readRequest, waitForScreen } from './support/session-page.js';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();
const fileOf = (name: string): string => join(dashboard.story.stack.user, name);

test('I start an agent from the form and watch it come up, take my prompt, work and ask; one click allows it', async () => {
  const file = fileOf('from-the-form');
  const page = await dashboard.open();
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'New session' });
  await form.getByLabel('Folder').fill(dashboard.story.stack.user);
  await form.getByLabel('Title').fill('Write a file');
  await form
    .getByLabel('Prompt')
    .fill(`[[sleep: 4000]] [[run: sleep 4]] [[bash: touch ${file}]] [[text: It is written.]]`);
  await form.getByRole('button', { name: /Start session/ }).click();
  await page.waitForURL('**/s/**');
  await page.getByRole('heading', { name: 'Write a file' }).waitFor();
  const { status, request, allow } = parts(page);
  await status('Prompting').waitFor();
  await status('Working').waitFor();
  await status('Approval').waitFor();
  await readRequest(page);
  expect(await request.textContent()).toContain(`touch ${file}`);
  expect(existsSync(file)).toBe(false);
  await allow.click();
  await page.getByText(/Allowed by you \d\d:\d\d: Bash/).waitFor();
  await status('Waiting').waitFor();
  expect(existsSync(file)).toBe(true);
  const id = new URL(page.url()).pathname.split('/')[2]!;
  const seen = (await dashboard.story.history(id)).map((line) => line.split(' ')[0]);
  expect(seen).toEqual(['connecting', 'idle', 'prompting', 'working', 'approval', 'working', 'waiting']);
  await waitForScreen(page, 'It is written.');
});

test('I read the whole command with its folder and what is in it, even what can not be seen', async () => {
  const { story } = dashboard;
  const words = 'echo one_long_argument'.repeat(20);
  const hidden = 'safe\u202Edetsuper\u200B';
  const id = await story.start(`[[bash: ${words} '${hidden}' && sudo rm -rf /var/tmp/none && curl example.com]]`);
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  const { request } = parts(page);
  const text = await request.innerText();
  expect(text).toContain(words);
  expect(text).toContain('safe⟨U+202E⟩detsuper⟨U+200B⟩');
  expect(text).toContain(story.stack.user);
  for (const risk of ['writes outside the folder', 'network', 'sudo', 'deletes']) expect(text).toContain(risk);
  const clipped = await request.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
  expect(clipped).toBe(false);
  expect(await request.locator('pre').evaluate((pre) => getComputedStyle(pre).fontVariantLigatures)).toBe('none');
});

test('the key a allows what is asked, and is dead while I write', async () => {
  const { story } = dashboard;
  const file = fileOf('by-key');
  const id = await story.start(`[[bash: touch ${file}]]`);
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  const { prompt, status } = parts(page);
  await prompt.fill('');
  await prompt.pressSequentially('a d A');
  expect((await story.show(id)).requests).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.getByText(/Allowed by you/).waitFor();
  await status('Waiting').waitFor();
  expect(existsSync(file)).toBe(true);
});

test('a long command has to be seen to its end before it can be allowed', async () => {
  const { story } = dashboard;
  const lines = Array.from({ length: 120 }, (_, line) => `echo line-${line}`).join('\n');
  const id = await story.start();
  await story.watch.waitForStatus(id, 'idle');
  await story.send(id, `[[bash: ${lines}]]`);
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  const { allow, request, status } = parts(page);
  expect(await allow.isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await request.getByText('Scroll to its end to allow it.').waitFor();
  await request.getByText('echo line-119').scrollIntoViewIfNeeded();
  await request.getByRole('group', { name: 'What is asked' }).evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('button[data-kind=primary]')?.disabled);
  expect((await story.show(id)).status).toBe('approval');
  await allow.click();
  await status('Waiting').waitFor();
});

test('I deny with a message: the agent reads it and goes on to its end', async () => {
  const { story } = dashboard;
  const id = await story.start(`[[bash: touch ${fileOf('denied')}]] [[text: Then not.]]`);
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  await page.keyboard.press('d');
  await page.getByRole('textbox', { name: 'What the agent is told' }).fill('Not on a Friday.');
  await page.keyboard.press('Enter');
  await page.getByText(/Denied by you/).waitFor();
  await waitForScreen(page, 'refused: Not on a Friday.');
  await parts(page).status('Waiting').waitFor();
  expect(existsSync(fileOf('denied'))).toBe(false);
});

test('Always says beside it what it allows from now on, and the agent is told exactly that', async () => {
  const { story } = dashboard;
  const poster = createHookPoster(story.stack);
  const session_id = randomUUID();
  const cwd = story.stack.user;
  const call = { session_id, cwd, tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const suggestion = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
    behavior: 'allow',
    destination: 'session',
  };
  await poster.post({ session_id, cwd, hook_event_name: 'SessionStart', source: 'startup' });
  await poster.post({ ...call, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' });
  const asks = { ...call, hook_event_name: 'PermissionRequest', permission_suggestions: [suggestion] };
  const held = poster.post(asks, { 'x-pitwall-hold': '1' });
  const asking = await eventually(async () => {
    const found = (await story.list()).find((session) => session.cliSessionId === session_id);
    if (found?.requests.length !== 1) throw new Error('the agent has not asked yet');
    return found;
  });
  const page = await dashboard.open(`/s/${asking.id}`);
  await page.getByText('Always: Bash(npm test:*) until the session ends').waitFor();
  await readRequest(page);
  await page.keyboard.press('Shift+A');
  expect(JSON.parse((await held).text)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: 'allow', updatedPermissions: [suggestion] } },
  });
  poster.close();
});

test('what was answered elsewhere says so and sends nothing', async () => {
  const { story } = dashboard;
  const id = await story.start('[[bash: true]]');
  const request = await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  // As when both answer in the same moment: the page has not heard of the other yet.
  await page.route('**/graphql', async (route) => {
    await story.stack.cli.run('session', 'answer', id, request, '--deny');
    await route.continue();
  });
  await parts(page).allow.click();
  await page
    .getByText(/Nothing was sent|Denied by owner/)
    .first()
    .waitFor();
  expect(await story.history(id)).toContain('working X-28 answered: deny by owner');
});

test('a guess is no request: the page says to look at the terminal and offers no Allow', async () => {
  const { story } = dashboard;
  const id = await story.start('[[hang: Read]]');
  await story.watch.waitForStatus(id, 'approval');
  const page = await dashboard.open(`/s/${id}`);
  await page.getByText(/Read has not answered for \d+ s\. Look at the terminal\./).waitFor();
  expect(await parts(page).allow.count()).toBe(0);
  await page.getByRole('link', { name: 'Open terminal' }).click();
  await page.waitForURL('**/terminal');
});

test('a question is shown whole and leads to the terminal', async () => {
  const { story } = dashboard;
  const id = await story.start('[[ask: Which isolation level?]]');
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  const question = page.getByRole('region', { name: 'Question' });
  await question.getByText('Which isolation level?').waitFor();
  await question.getByRole('link', { name: 'Open terminal' }).waitFor();
  expect(await parts(page).allow.count()).toBe(0);
});
