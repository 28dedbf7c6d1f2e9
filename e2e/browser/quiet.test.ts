import { expect, test } from '@jest/globals';
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
  const open = new Map<string, number>();
  page.on('websocket', (socket) => {
    const kind = socket.url().includes('/terminals/') ? 'terminal' : 'sessions';
    open.set(kind, (open.get(kind) ?? 0) + 1);
    socket.on('close', () => open.set(kind, (open.get(kind) ?? 0) - 1));
  });
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
  await eventually(() => open.get('terminal') === 1 && open.get('sessions') === 1, { timeoutMs: 5_000 });
  await page.keyboard.press('Escape');
  await eventually(() => open.get('terminal') === 0 && open.get('sessions') === 1, { timeoutMs: 5_000 });
});
