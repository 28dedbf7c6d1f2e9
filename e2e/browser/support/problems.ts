import type { Page } from 'playwright-core';

/** What a browser says of a connection that is not there; stories cut connections. */
const OF_THE_NETWORK = /net::ERR_|Failed to load resource|WebSocket connection to/;

/** Collects what must not happen in a page: errors, dialogs, breaches of the content security policy. */
export async function watchForProblems(page: Page, problems: string[]): Promise<void> {
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy breached: ${violatedDirective} by ${blockedURI}`);
    });
  });
}
