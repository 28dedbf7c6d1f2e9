import { afterAll, beforeAll, jest } from '@jest/globals';
import { type History, type Session, inWords } from './session.js';
import { type Stack, type StackOptions, startStack } from './start-stack.js';
import { openTerminal, type TerminalClient } from './terminal-client.js';
import { startWatch, type Watch } from './watch.js';

/** A stack that the tests of a file share, with what every story does. */
export interface Story {
  readonly stack: Stack;
  readonly watch: Watch;
  /** Starts the agent in a terminal and returns the session's id. */
  start(prompt?: string, ...words: string[]): Promise<string>;
  /** The same in another folder than the user's home. */
  startIn(folder: string, ...words: string[]): Promise<string>;
  /** The same, once the agent has reported. */
  startIdle(): Promise<string>;
  send(id: string, text: string): Promise<void>;
  show(id: string): Promise<Session>;
  list(): Promise<Session[]>;
  /** "approval A-05 PermissionRequest for Bash", oldest first. */
  history(id: string): Promise<string[]>;
  historyEntries(id: string): Promise<History>;
  /** Waits for the session's dialog; returns its id. */
  dialog(id: string): Promise<string>;
  view(id: string, size?: { cols: number; rows: number }): Promise<TerminalClient>;
}

const START_MS = 90_000;
/** Stories wait for events, each with a deadline of its own; this only ends one whose machine is very busy. */
const STORY_MS = 90_000;

export function useStack(options: StackOptions = {}): Story {
  jest.setTimeout(STORY_MS);
  const running: { stack?: Stack; watch?: Watch; viewers: TerminalClient[] } = { viewers: [] };
  beforeAll(async () => {
    running.stack = await startStack(options);
    running.watch = startWatch(running.stack.home);
  }, START_MS);
  afterAll(async () => {
    for (const viewer of running.viewers) viewer.close();
    await running.watch?.stop();
    await running.stack?.remove();
  }, START_MS);

  const started = <K extends 'stack' | 'watch'>(part: K): NonNullable<(typeof running)[K]> => {
    const found = running[part];
    if (!found) throw new Error('the stack has not been started');
    return found;
  };
  const historyEntries = async (id: string): Promise<History> =>
    (await started('stack').cli.ask<{ history: History }>('session', 'history', id)).history;

  const story: Story = {
    get stack() {
      return started('stack');
    },
    get watch() {
      return started('watch');
    },
    startIn: async (folder, ...words) =>
      (await story.stack.cli.ask<Session>('session', 'start', '--cli', 'claude', '--cwd', folder, ...words)).id,
    start: (prompt, ...words) =>
      story.startIn(story.stack.user, ...(prompt === undefined ? [] : ['--prompt', prompt]), ...words),
    startIdle: async () => {
      const id = await story.start();
      await story.watch.waitFor(id, 'SessionStart', ({ statusReason }) =>
        statusReason.event.startsWith('SessionStart'),
      );
      return id;
    },
    send: async (id, text) => {
      await story.stack.cli.ask('session', 'send', id, text);
    },
    show: (id) => story.stack.cli.ask<Session>('session', 'show', id),
    list: async () => (await story.stack.cli.ask<{ sessions: Session[] }>('session', 'list', '--all')).sessions,
    history: async (id) => (await historyEntries(id)).map(inWords),
    historyEntries,
    dialog: async (id) => {
      const { requests } = await story.watch.waitFor(id, 'dialog', (session) => session.requests.length > 0);
      return requests[0]!.id;
    },
    view: async (id, size) => {
      const { terminalId } = await story.show(id);
      if (terminalId === null) throw new Error(`session ${id} has no terminal`);
      const viewer = await openTerminal(story.stack, terminalId, size);
      running.viewers.push(viewer);
      return viewer;
    },
  };
  return story;
}
