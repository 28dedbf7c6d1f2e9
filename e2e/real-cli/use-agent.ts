import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, jest, test } from '@jest/globals';
import type { Session } from '../support/session.js';
import { useStack, type Story } from '../support/use-stack.js';
import type { Watch } from '../support/watch.js';
import type { AgentHome, HomeOf } from './agent-home.js';
import { installCli, type CliPackage } from './install-cli.js';
import { startScriptedModel, type ScriptedModel } from './scripted-model.js';

export interface AgentStory<Home extends AgentHome> extends Story {
  readonly agent: Home;
  readonly model: ScriptedModel;
}

export type Tell = (title: string, work: () => Promise<void>) => void;

export interface UseAgent<Home> {
  readonly cli: CliPackage;
  makeHome(folder: string, of: HomeOf): Home;
  /** Keys of config.json, of which the home's command is one. */
  config(home: Home): Readonly<Record<string, unknown>>;
  /** Ends what outlives its stack. */
  cleanUp?(home: Home): void;
}

function skipAll<Home extends AgentHome>(reason: string): { story: AgentStory<Home>; tell: Tell } {
  process.stderr.write(`skipped: ${reason}\n`);
  return {
    story: {} as AgentStory<Home>,
    tell: (title) => test.skip(`${title} (${reason})`, () => undefined),
  };
}

/** A CLI of 200 MB that starts beside others takes its time. */
const DEADLINE_MS = 45_000;

const patient = (watch: () => Watch): Watch => ({
  waitFor: (id, what, fits, ms = DEADLINE_MS) => watch().waitFor(id, what, fits, ms),
  waitForStatus: (id, status, ms = DEADLINE_MS) => watch().waitForStatus(id, status, ms),
  statuses: (id) => watch().statuses(id),
  stop: () => watch().stop(),
});

/** A stack whose agent is a real CLI with a scripted model; `tell` is `test`, or skips with the reason. */
export async function useAgent<Home extends AgentHome>(
  using: UseAgent<Home>,
): Promise<{ story: AgentStory<Home>; tell: Tell }> {
  const { cli } = using;
  const installed = await installCli(cli);
  if ('missing' in installed) return skipAll(installed.missing);
  // Real CLIs draw and start as they please: once more on a busy machine, and the first error is printed.
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `pw-${cli.program}-`)));
  const model = await startScriptedModel();
  const agent = using.makeHome(folder, { program: installed.program, modelUrl: model.url });
  const story = useStack({ config: using.config(agent) });
  afterAll(async () => {
    using.cleanUp?.(agent);
    await model.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const startIn: Story['startIn'] = async (cwd, ...words) =>
    (await story.stack.cli.ask<Session>('session', 'start', '--cli', cli.program, '--cwd', cwd, ...words)).id;
  const own = { agent, model, startIn, watch: patient(() => story.watch) };
  return {
    story: Object.defineProperties(
      {},
      { ...Object.getOwnPropertyDescriptors(story), ...Object.getOwnPropertyDescriptors(own) },
    ) as AgentStory<Home>,
    tell: (title, work) => test(`${cli.product} ${cli.version}: ${title}`, work),
  };
}
