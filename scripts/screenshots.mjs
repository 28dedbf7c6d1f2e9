#!/usr/bin/env node
/**
 * Pictures of every screen in light, dark and phone width: `node scripts/screenshots.mjs FOLDER`.
 * A stack of its own with scripted agents; needs a built checkout and Chromium (or PITWALL_CHROMIUM).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { startScene } from './screenshot-scene.mjs';

const SIZES = [
  { name: '1440x900', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { name: '1000x800', viewport: { width: 1000, height: 800 }, deviceScaleFactor: 1 },
  { name: '390x844', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const [target] = process.argv.slice(2);
if (!target) {
  console.error('usage: node scripts/screenshots.mjs FOLDER');
  process.exit(2);
}
const folder = resolve(target);
mkdirSync(folder, { recursive: true });

const checkout = resolve(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'pw-shots-'));
const program = join(checkout, 'cli/dist/pitwall.js');
const pitwall = (...words) => execFileSync(process.execPath, [program, ...words, '--home', home], { encoding: 'utf8' });

const config = { port: 0, hookPort: 0, testing: true, claudeCommand: join(checkout, 'e2e/fake-agent/fake-agent.mjs') };
writeFileSync(join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });

/** Waits until fonts and frames have come; what moves is stopped by reduced motion. */
const settle = async (page) => {
  await page.evaluate(() => globalThis.document.fonts.ready);
  await page.waitForTimeout(900);
};

const SCREENS = ({ bash, edit, working, ended, external }) => [
  { name: 'live', path: '/' },
  { name: 'board', path: '/live' },
  { name: 'session', path: `/s/${bash}` },
  { name: 'session-edit', path: `/s/${edit}` },
  { name: 'session-working', path: `/s/${working}` },
  { name: 'session-activity', path: `/s/${working}/activity` },
  { name: 'session-ended', path: `/s/${ended}` },
  { name: 'session-external', path: `/s/${external}` },
  { name: 'session-why', path: `/s/${bash}`, act: (page) => page.keyboard.press('w') },
  { name: 'session-unknown', path: '/s/none' },
  { name: 'new-session', path: '/live', act: (page) => page.keyboard.press('n') },
  { name: 'keys', path: '/live', act: (page) => page.keyboard.press('?') },
];

async function takeAll(browser, ids) {
  for (const { name: size, ...device } of SIZES) {
    const link = JSON.parse(pitwall('login', '--json'));
    const context = await browser.newContext({ ...device, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(link.url);
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const { name, path, act } of SCREENS(ids)) {
        await page.goto(new URL(path, link.url).href);
        await settle(page);
        if (act) {
          await act(page);
          await page.waitForTimeout(400);
        }
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      }
    }
    await context.close();
  }
}

const executablePath = process.env.PITWALL_CHROMIUM ?? '/usr/bin/chromium';
let scene;
let browser;
try {
  pitwall('up', '--detach', '--no-open');
  const read = (name) => readFileSync(join(home, 'run', name), 'utf8').trim();
  scene = await startScene({
    home,
    pitwall,
    hookToken: read('hook-token'),
    hookPort: JSON.parse(read('ports.json')).hook,
  });
  browser = await chromium.launch({ executablePath, args: FLAGS });
  await takeAll(browser, scene.ids);
  console.log(folder);
} finally {
  await browser?.close();
  scene?.end();
  pitwall('down', '--all');
  rmSync(home, { recursive: true, force: true });
}
