import type { Locator, Page } from 'playwright-core';

/** The parts of a session's page, by what a person calls them. */
export const parts = (page: Page) => ({
  /** "Approval" as the first thing of the header. */
  status: (words: string): Locator => page.locator('main header').getByText(words, { exact: true }),
  request: page.getByRole('region', { name: 'Permission request' }),
  allow: page.getByRole('button', { name: /^Allow/ }),
  deny: page.getByRole('button', { name: /^Deny…/ }),
  prompt: page.getByRole('textbox', { name: /^Prompt for/ }),
  send: page.getByRole('button', { name: 'Send' }),
  take: page.getByRole('button', { name: 'Take the keyboard' }),
  screen: page.getByTestId('screen'),
});

/** Longer than a panel ignores answers after it came. */
const INERT_MS = 450;

/** As a person does: sees the request, then answers. */
export const readRequest = async (page: Page): Promise<void> => {
  await parts(page).request.waitFor();
  await page.waitForTimeout(INERT_MS);
};

/** What the terminal shows, as lines. */
export const screenText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent ?? '').join('\n'),
  );

export const waitForScreen = async (page: Page, text: string, timeout = 20_000): Promise<void> => {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.xterm-rows > div')]
        .map((row) => row.textContent ?? '')
        .join('\n')
        .includes(wanted),
    text,
    { timeout },
  );
};
