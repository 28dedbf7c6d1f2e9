import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parts, readRequest, waitForScreen } from './support/session-page.js';
import { useDashboard } from './support/use-dashboard.js';

/** A page finds its stack again at the same address only. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const dashboard = useDashboard({ config: { port: await freePort() } });

test('the network is cut and comes back: the page says so, keeps what I wrote and goes on without a reload', async () => {
  const { story } = dashboard;
  const id = await story.startIdle();
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'Fake agent');
  const { prompt, send, status } = parts(page);
  await prompt.fill('a thought');
  await story.stack.down();
  await page.getByText('Not connected.', { exact: true }).waitFor();
  expect(await send.isDisabled()).toBe(true);
  expect(await prompt.inputValue()).toBe('a thought');
  await page.getByText('Reconnecting', { exact: true }).waitFor();
  await story.stack.up();
  await page.getByText('Not connected.', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Reconnecting', { exact: true }).waitFor({ state: 'detached' });
  await waitForScreen(page, 'Fake agent');
  await prompt.fill('go [[text: back again]]');
  await send.click();
  await waitForScreen(page, 'back again');
  await status('Waiting').waitFor();
});

test('while the stack is away nothing can be allowed; the request is there again when it is back', async () => {
  const { story } = dashboard;
  const id = await story.start('[[bash: true]]');
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  await readRequest(page);
  const { allow, status } = parts(page);
  await story.stack.kill9();
  await page.getByText('Not connected.', { exact: true }).waitFor();
  expect(await allow.isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await story.stack.up();
  await page.waitForFunction(
    () => !document.querySelector<HTMLButtonElement>('[aria-label="Permission request"] button')?.disabled,
  );
  expect((await story.show(id)).status).toBe('approval');
  await page.keyboard.press('a');
  await status('Waiting').waitFor();
});

test('the bus stands still: the page says for how long statuses have been behind, and is right again without a reload', async () => {
  const { story } = dashboard;
  const id = await story.startIdle();
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'Fake agent');
  const nats = Number(readFileSync(join(story.stack.home, 'data', 'nats', 'nats.pid'), 'utf8'));
  process.kill(nats, 'SIGSTOP');
  try {
    await page.getByText('Delayed.', { exact: true }).waitFor();
    await page.getByText(/^Status is \d+ s behind$/).waitFor();
  } finally {
    process.kill(nats, 'SIGCONT');
  }
  await page.getByText('Delayed.', { exact: true }).waitFor({ state: 'detached' });
  const { prompt, send, status } = parts(page);
  await prompt.fill('go [[text: on time]]');
  await send.click();
  await waitForScreen(page, 'on time');
  await status('Waiting').waitFor();
});

test('two pages agree: what one answers the other sees answered', async () => {
  const { story } = dashboard;
  const id = await story.start('[[bash: true]]');
  await story.dialog(id);
  const page = await dashboard.open(`/s/${id}`);
  const other = await dashboard.openBeside(page, '/');
  await readRequest(page);
  await other.getByText('1', { exact: true }).first().waitFor();
  await page.keyboard.press('a');
  await Promise.all([parts(page).status('Waiting').waitFor(), other.getByText('Nothing needs you').first().waitFor()]);
});

test('a browser that goes offline and online again is right without a reload', async () => {
  const { story } = dashboard;
  const id = await story.startIdle();
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'Fake agent');
  await page.context().setOffline(true);
  await story.send(id, 'go [[text: said while away]]');
  await story.watch.waitForStatus(id, 'waiting');
  await page.context().setOffline(false);
  await parts(page).status('Waiting').waitFor();
  await waitForScreen(page, 'said while away');
});
