import { expect, test } from '@jest/globals';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();

test('I open the link that was printed and see the board; a reload asks nothing', async () => {
  const page = await dashboard.stranger();
  await page.goto(await dashboard.loginLink());
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
});

test('a login link that was used is refused and says how to get another', async () => {
  const link = await dashboard.loginLink();
  const first = await dashboard.stranger();
  await first.goto(link);
  const second = await dashboard.stranger();
  const answer = await second.goto(link);
  expect(answer?.status()).toBe(401);
  await second.getByText('pitwall login').waitFor();
});

test('a browser that nobody logged in sees no session and learns what to do', async () => {
  const id = await dashboard.story.startIdle();
  const page = await dashboard.stranger();
  await page.goto(`http://127.0.0.1:${dashboard.story.stack.ports().gateway}/s/${id}`);
  await page.getByRole('heading', { name: 'This browser is not logged in' }).waitFor();
  expect(await page.content()).not.toContain(dashboard.story.stack.user);
});
