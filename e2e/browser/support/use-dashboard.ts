import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Stack, StackOptions } from '../../support/start-stack.js';
import { useStack, type Story } from '../../support/use-stack.js';
import { watchForProblems } from './problems.js';

export interface Browsing {
  /** A page of a browser that has logged in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Another page of the same browser. */
  openBeside(page: Page, path: string): Promise<Page>;
  /** A page of a browser that nobody has logged in to. */
  stranger(): Promise<Page>;
  loginLink(): Promise<string>;
}

export interface Dashboard extends Browsing {
  readonly story: Story;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SIZE = { width: 1440, height: 900 };
/** Generous: a busy machine is slow, a broken page is stuck for ever. */
const DEADLINE_MS = 20_000;

const executablePath = process.env['PITWALL_CHROMIUM'] ?? '/usr/bin/chromium';

/** A stack and a browser that the tests of a file share. */
export function useDashboard(options: StackOptions = {}): Dashboard {
  const story = useStack(options);
  return { story, ...useBrowserOn(() => story.stack) };
}

/** A browser for a stack. Any error in a page, and any breach of its policy, fails the test. */
export function useBrowserOn(stack: () => Stack): Browsing {
  const running: { browser?: Browser; contexts: BrowserContext[] } = { contexts: [] };
  const problems: string[] = [];
  beforeAll(async () => {
    running.browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  }, 60_000);
  afterEach(async () => {
    await Promise.all(running.contexts.splice(0).map((context) => context.close()));
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await running.browser?.close();
  });

  const pageOf = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(DEADLINE_MS);
    await watchForProblems(page, problems);
    return page;
  };
  const stranger = async (given: BrowserContextOptions = {}): Promise<Page> => {
    if (!running.browser) throw new Error('the browser has not been started');
    const context = await running.browser.newContext({ viewport: SIZE, ...given });
    running.contexts.push(context);
    return pageOf(context);
  };
  const loginLink = async (): Promise<string> => (await stack().cli.ask<{ url: string }>('login', '--no-open')).url;
  const addressOf = (path: string): string => `http://127.0.0.1:${stack().ports().gateway}${path}`;

  return {
    stranger,
    loginLink,
    async open(path = '/', given) {
      const page = await stranger(given);
      await page.goto(await loginLink());
      if (path !== '/') await page.goto(addressOf(path));
      return page;
    },
    async openBeside(page, path) {
      const other = await pageOf(page.context());
      await other.goto(addressOf(path));
      return other;
    },
  };
}
