import { afterAll } from '@jest/globals';
import { spawn } from '@lydell/node-pty';
import { eventually } from '@pitwall/service-kit/testing';
import { cleanEnvironment } from '../support/clean-environment.js';
import type { Session } from '../support/session.js';
import type { Story } from '../support/use-stack.js';

export interface OutsideAgent {
  readonly pid: number;
  type(keys: string): void;
  /** SIGKILL, of which no hook tells. */
  kill(): void;
}

/** Agents in terminals that Pitwall knows nothing of; what still runs is ended after the tests. */
export function outsideAgents() {
  const killers: (() => void)[] = [];
  afterAll(() => killers.forEach((kill) => kill()));
  return {
    start: (
      command: string,
      words: readonly string[],
      { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
    ): OutsideAgent => {
      const variables = cleanEnvironment({ TERM: 'xterm-256color', ...env });
      const pty = spawn(command, [...words], { cols: 100, rows: 30, cwd, env: variables });
      // Unread, its output would stop it.
      pty.onData(() => undefined);
      let isOver = false;
      pty.onExit(() => (isOver = true));
      const kill = (): void => {
        if (!isOver) pty.kill('SIGKILL');
      };
      killers.push(kill);
      return { pid: pty.pid, type: (keys) => pty.write(keys), kill };
    },
  };
}

/** The cards of a folder, of which no other test has any. */
export const cardsIn = async (story: Pick<Story, 'list'>, folder: string): Promise<Session[]> =>
  (await story.list()).filter(({ cwd }) => cwd === folder);

/** The one card of a folder, once it is so. */
export function theCard(
  story: Pick<Story, 'list'>,
  folder: string,
  fits: (card: Session) => boolean = () => true,
): Promise<Session> {
  return eventually(
    async () => {
      const cards = await cardsIn(story, folder);
      const [card] = cards;
      if (cards.length === 1 && card && fits(card)) return card;
      throw new Error(`not one such card in ${folder}: ${JSON.stringify(cards)}`);
    },
    { timeoutMs: 45_000, everyMs: 250 },
  );
}
