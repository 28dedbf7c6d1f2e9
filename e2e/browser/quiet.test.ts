import { expect, test } from '@jest/globals';
import type { WebSocket } from 'playwright-core';
import { eventually } from '@pitwall/service-kit/testing';
import { waitForScreen } from './support/session-page.js';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();

test('while nothing happens the page asks for nothing', async () => {
  const id = await dashboard.story.startIdle();
  const page = await dashboard.open(`/s/${id}`);
  await waitForScreen(page, 'Fake agent');
  await page.waitForTimeout(1_500);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.waitForTimeout(5_000);
  expect(asked).toEqual([]);
});

test('going to and fro between sessions leaves one socket for sessions and one for the terminal in sight', async () => {
  const { story } = dashboard;
  const ids = [await story.startIdle(), await story.startIdle()];
  const page = await dashboard.open('/live');
  // Its own socket is opened by now and not counted below.
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor();
  await page.waitForTimeout(500);
  const sockets = new Set<WebSocket>();
  page.on('websocket', (socket) => {
    sockets.add(socket);
    // One that is given up before it was open tells of an error alone.
    socket.on('close', () => sockets.delete(socket));
    socket.on('socketerror', () => sockets.delete(socket));
  });
  const open = (path: string): number => [...sockets].filter((socket) => socket.url().includes(path)).length;
  await page.reload();
  for (let round = 0; round < 10; round += 1) {
    await page.evaluate(
      (path) => {
        history.pushState({}, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      },
      `/s/${ids[round % 2]}`,
    );
    await waitForScreen(page, 'Fake agent');
  }
  await eventually(() => open('/terminals/') === 1 && open('/graphql') === 1, { timeoutMs: 5_000 });
  await page.keyboard.press('Escape');
  await eventually(() => open('/terminals/') === 0 && open('/graphql') === 1, { timeoutMs: 5_000 });
});
