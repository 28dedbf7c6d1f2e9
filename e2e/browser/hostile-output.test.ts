import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createHookPoster } from '../support/post-hook.js';
import { parts, readRequest, waitForScreen } from './support/session-page.js';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();

const SCRIPT = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
/** Says that whoever posts can wait for the answer. */
const HOLDS = { 'x-pitwall-hold': '1' };
/** As the agent writes them: a prompt itself carries no control characters. */
const ESC = '\\e';
const BEL = '\\a';

test('escape codes of an agent change neither my clipboard nor the page, and its links lead to the web alone', async () => {
  const id = await dashboard.story.startIdle();
  const page = await dashboard.open(`/s/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await waitForScreen(page, 'Fake agent');
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  const title = await page.title();
  const stolen = Buffer.from('stolen').toString('base64');
  const link = (to: string, words: string): string => `${ESC}]8;;${to}${BEL}${words}${ESC}]8;;${BEL}`;
  const codes = `${ESC}]52;c;${stolen}${BEL}${ESC}]0;owned${BEL}${ESC}]2;owned${BEL}`;
  const links = `${link('javascript:window.ran=1', 'BADLINK')} ${link('https://example.com/', 'GOODLINK')}`;
  await dashboard.story.send(id, `[[print: ${codes}${links}]] [[text: It is out.]]`);
  await dashboard.story.watch.waitForStatus(id, 'waiting');
  await page.locator('.xterm-rows span').getByText('GOODLINK', { exact: true }).waitFor();
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine');
  const clickOn = async (words: string): Promise<void> => {
    const box = await page.evaluate((wanted) => {
      const spans = [...document.querySelectorAll('.xterm-rows span')];
      const { x, y, width, height } = spans.find((span) => span.textContent === wanted)!.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, words);
    await page.mouse.move(box.x, box.y);
    await page.waitForTimeout(200);
    await page.mouse.click(box.x, box.y);
  };
  await clickOn('BADLINK');
  await clickOn('GOODLINK');
  await page.getByRole('dialog', { name: 'Open this address?' }).getByText('https://example.com/').waitFor();
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('markup in titles, prompts, commands and hooks is shown as text', async () => {
  const { story } = dashboard;
  const id = await story.start(`${SCRIPT} [[bash: echo '${SCRIPT}']]`, '--title', SCRIPT, '--room', SCRIPT);
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(SCRIPT);
  expect(await parts(page).request.textContent()).toContain(SCRIPT);
  await page.goto(new URL('/', page.url()).href);
  await page.getByText(SCRIPT).first().waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('a hook of a session elsewhere that holds markup and hidden characters is inert, and its edit is shown whole', async () => {
  const { story } = dashboard;
  const poster = createHookPoster(story.stack);
  const session_id = randomUUID();
  const cwd = story.stack.user;
  const call = {
    session_id,
    cwd,
    tool_name: 'Edit',
    tool_input: {
      file_path: `${cwd}/a.ts`,
      old_string: 'const a = 1;\n',
      new_string: `const a = 2; // ${SCRIPT}\u202E\n`,
    },
  };
  await poster.post({ session_id, cwd, hook_event_name: 'SessionStart', source: 'startup', model: SCRIPT });
  await poster.post({ ...call, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' });
  const held = poster.post({ ...call, hook_event_name: 'PermissionRequest' }, HOLDS);
  const page = await dashboard.open('/');
  await page.getByRole('button', { name: /^Allow/ }).waitFor();
  const found = (await story.list()).find((session) => session.cliSessionId === session_id)!;
  await page.goto(new URL(`/s/${found.id}`, page.url()).href);
  await readRequest(page);
  const text = await parts(page).request.innerText();
  expect(text).toContain('const a = 1;');
  expect(text).toContain(`const a = 2; // ${SCRIPT}⟨U+202E⟩`);
  await parts(page).allow.click();
  expect(JSON.parse((await held).text)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: 'allow' } },
  });
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  poster.close();
});

test('what is longer than is kept can not be allowed here', async () => {
  const { story } = dashboard;
  const poster = createHookPoster(story.stack);
  const session_id = randomUUID();
  const cwd = story.stack.user;
  const input = { file_path: `${cwd}/long.ts`, content: 'x'.repeat(20_000) };
  const call = { session_id, cwd, tool_name: 'Write', tool_input: input };
  await poster.post({ session_id, cwd, hook_event_name: 'SessionStart', source: 'startup' });
  await poster.post({ ...call, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' });
  const held = poster.post({ ...call, hook_event_name: 'PermissionRequest' }, HOLDS).catch(() => undefined);
  const page = await dashboard.open('/live');
  await page.getByText('Write', { exact: true }).first().waitFor();
  const found = (await story.list()).find((session) => session.cliSessionId === session_id)!;
  await page.goto(new URL(`/s/${found.id}`, page.url()).href);
  await page.getByText(/You can’t approve what you can’t see/).waitFor();
  expect(await parts(page).allow.count()).toBe(0);
  await page.keyboard.press('a');
  expect((await story.show(found.id)).requests).toHaveLength(1);
  poster.close();
  await held;
});
