import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { useClaude } from '../real-cli/use-claude.js';
import { parts, readRequest, screenText } from './support/session-page.js';
import { useBrowserOn } from './support/use-dashboard.js';

const { story, tell } = await useClaude();
const dashboard = useBrowserOn(() => story.stack);

tell('I start it from the form, send a prompt, see the whole file that it wants to write, and allow it', async () => {
  const file = join(story.agent.project, 'from-the-browser.txt');
  const page = await dashboard.open();
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'New session' });
  await form.getByLabel('Folder').fill(story.agent.project);
  await form.getByLabel('Title').fill('The real one');
  await form.getByRole('button', { name: /Start session/ }).click();
  await page.waitForURL('**/s/**');
  const { status, prompt, send, request, allow } = parts(page);
  await status('Idle').waitFor();
  await prompt.fill(`please [[sleep: 400]] [[write: ${file}]] [[sleep: 400]] [[text: All done.]]`);
  await send.click();
  await status('Approval').waitFor();
  await readRequest(page);
  expect(await request.innerText()).toContain('written by the scripted model');
  expect(await screenText(page)).toContain('1. Yes');
  expect(existsSync(file)).toBe(false);
  await allow.click();
  await page.getByText(/Allowed by you/).waitFor();
  await status('Waiting').waitFor();
  expect(readFileSync(file, 'utf8')).toBe('written by the scripted model\n');
});
