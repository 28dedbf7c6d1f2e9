import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useDashboard } from './support/use-dashboard.js';

const dashboard = useDashboard();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['light on a phone', { colorScheme: 'light', ...PHONE }],
  ['dark on a phone', { colorScheme: 'dark', ...PHONE }],
];

/** Serious and critical findings, with where they are. */
const findings = async (page: Page): Promise<string[]> => {
  // Evaluated, not added as a script: the page's policy lets none in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
    );
};

describe.each(LOOKS)('in %s', (_, look) => {
  test('Live, a session that asks, its evidence and the form are usable by everyone', async () => {
    const { story } = dashboard;
    const asking = await story.start('[[bash: rm -rf build]]', '--title', 'Clean up', '--room', 'Checkout');
    const waiting = await story.start('[[text: Done.]]', '--title', 'Done already');
    await story.dialog(asking);
    await story.watch.waitForStatus(waiting, 'waiting');
    const page = await dashboard.open('/', { reducedMotion: 'reduce', ...look });
    await page.getByText('Clean up').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(new URL(`/s/${asking}`, page.url()).href);
    await page.locator('.xterm-screen').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('w');
    await page.getByText('Why this status').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(new URL(`/s/${asking}/activity`, page.url()).href);
    await page.getByText('start requested').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(new URL('/live', page.url()).href);
    await page.getByText('Done already').first().waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'New session' }).waitFor();
    expect(await findings(page)).toEqual([]);
  });
});
