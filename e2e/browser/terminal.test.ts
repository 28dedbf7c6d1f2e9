import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { parts, screenText, waitForScreen } from './support/session-page.js';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();

/** A fresh agent's page, its screen drawn. */
const openIdle = async (): Promise<{ id: string; page: Page }> => {
  const id = await dashboard.story.startIdle();
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'Fake agent');
  return { id, page };
};

/** A person's slowest acceptable wait for a page that is busy. */
const RESPONSIVE_MS = 200;
/** Once in a while the machine itself is busy; a page that is stuck stays so for seconds. */
const STUCK_MS = 1_000;
const FLOOD_BYTES = 100_000_000;

test('looking at a terminal types nothing; I take the keyboard, type a prompt, and give it back', async () => {
  const { id, page } = await openIdle();
  const { take, status, screen } = parts(page);
  await page.keyboard.type('zzz');
  await take.click();
  await page.getByText('You have the keyboard').waitFor();
  await page.keyboard.type('go [[text: I read you]]');
  await page.keyboard.press('Enter');
  await waitForScreen(page, 'I read you');
  expect(await screenText(page)).not.toContain('zzz');
  await status('Waiting').waitFor();
  await page.keyboard.press('Control+`');
  await page.getByText('You have the keyboard').waitFor({ state: 'detached' });
  await page.keyboard.type('yyy');
  await screen.click();
  await page.getByText('You have the keyboard').waitFor();
  await page.keyboard.type('xxx');
  await waitForScreen(page, '> xxx');
  expect(await screenText(page)).not.toContain('yyy');
  expect((await dashboard.story.show(id)).status).toBe('waiting');
});

test('while the terminal has the keyboard no key of the page works; going elsewhere gives it back', async () => {
  const { page } = await openIdle();
  const { take, prompt } = parts(page);
  await take.click();
  await page.keyboard.type('w?n');
  await waitForScreen(page, '> w?n');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await prompt.click();
  await page.getByText('You have the keyboard').waitFor({ state: 'detached' });
});

test('two pages show the same terminal, and each sees what the other types', async () => {
  const { id, page } = await openIdle();
  const other = await dashboard.openBeside(page, `/s/${id}`);
  await waitForScreen(other, 'Fake agent');
  await parts(other).take.click();
  await other.keyboard.type('go [[text: both see this]]');
  await other.keyboard.press('Enter');
  await Promise.all([page, other].map((one) => waitForScreen(one, 'both see this')));
  await Promise.all([page, other].map((one) => parts(one).status('Waiting').waitFor()));
});

test('I write a prompt below the terminal and send it with a key; a draft outlives a reload', async () => {
  const { page } = await openIdle();
  await page.keyboard.press('i');
  await page.keyboard.type('go [[sleep: 300]] [[text: Sent from below]]');
  await page.reload();
  await waitForScreen(page, 'Fake agent');
  const { prompt, status } = parts(page);
  expect(await prompt.inputValue()).toContain('Sent from below');
  await prompt.press('Control+Enter');
  await waitForScreen(page, 'Sent from below');
  await status('Waiting').waitFor();
  expect(await prompt.inputValue()).toBe('');
});

test('a prompt for an agent that asks is refused in place, and the text stays', async () => {
  const { story } = dashboard;
  const id = await story.start('[[bash: true]]');
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  const { prompt, send } = parts(page);
  await prompt.fill('hello');
  await send.click();
  await page.getByText(/^Not sent: it waits for an answer/).waitFor();
  expect(await prompt.inputValue()).toBe('hello');
});

test('an agent that prints 100 MB leaves the page usable, and Ctrl-C stops it at once', async () => {
  const { page } = await openIdle();
  await parts(page).take.click();
  await page.keyboard.type(`[[flood: ${FLOOD_BYTES}]] [[text: Over.]]`);
  await page.keyboard.press('Enter');
  await waitForScreen(page, 'flood flood');
  const waits: number[] = [];
  for (let look = 0; look < 10; look += 1) {
    const from = performance.now();
    await page.evaluate(() => document.title);
    waits.push(performance.now() - from);
    await page.waitForTimeout(100);
  }
  const typedAt = performance.now();
  await page.keyboard.press('Control+c');
  await waitForScreen(page, 'flood interrupted after', 5_000);
  expect(performance.now() - typedAt).toBeLessThan(3_000);
  const [median, longest] = [waits.sort((a, b) => a - b)[waits.length / 2], waits.at(-1)];
  expect(median).toBeLessThan(RESPONSIVE_MS);
  expect(longest).toBeLessThan(STUCK_MS);
  await parts(page).status('Waiting').waitFor();
});

test('I search in what scrolled by', async () => {
  const { page } = await openIdle();
  await parts(page).take.click();
  await page.keyboard.type('go [[run: true]] [[print: needle here]] [[text: and a needle there]]');
  await page.keyboard.press('Enter');
  await waitForScreen(page, 'and a needle there');
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Search in the terminal' }).fill('needle');
  await page.getByText(/^\d of [2-9]$/).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('search').count()).toBe(0);
});

test('I stop an agent at work: what ends is named first, and its last screen stays', async () => {
  const { story } = dashboard;
  const id = await story.start('[[print: last words]] [[run: sleep 600]]');
  await story.watch.waitForStatus(id, 'working');
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'last words');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Stop…' }).click();
  const question = page.getByRole('dialog', { name: 'Stop the session?' });
  await question.getByText('sleep 600').waitFor();
  await question.getByRole('button', { name: 'Stop it' }).click();
  await page.getByText(/^Ended \d\d:\d\d:\d\d: /).waitFor();
  expect(await screenText(page)).toContain('last words');
  await page.reload();
  await page.getByText('Its terminal has ended.').waitFor();
});
