import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from '@jest/globals';
import { useStack, type Story } from '../support/use-stack.js';
import { makeClaudeHome, type ClaudeHome } from './claude-home.js';
import { CLAUDE_VERSION, installClaude } from './install-claude.js';
import { startScriptedModel, type ScriptedModel } from './scripted-model.js';

export interface ClaudeStory extends Story {
  readonly claude: ClaudeHome;
  readonly model: ScriptedModel;
}

const skipAll = (reason: string) => {
  process.stderr.write(`skipped: ${reason}\n`);
  return {
    story: {} as ClaudeStory,
    tell: (title: string, _work: () => Promise<void>) => test.skip(`${title} (${reason})`, () => undefined),
  };
};

/** A stack whose agent is the real Claude Code with a scripted model; `tell` is `test`, or skips with the reason. */
export async function useClaude() {
  const installed = await installClaude();
  if ('missing' in installed) return skipAll(installed.missing);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pw-claude-')));
  const model = await startScriptedModel();
  const claude = makeClaudeHome(folder, { program: installed.program, modelUrl: model.url });
  const story = useStack({ config: { claudeCommand: claude.command } });
  afterAll(async () => {
    await model.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const extended = Object.defineProperties({ claude, model }, Object.getOwnPropertyDescriptors(story)) as ClaudeStory;
  const tell = (title: string, work: () => Promise<void>) => test(`Claude Code ${CLAUDE_VERSION}: ${title}`, work);
  return { story: extended, tell };
}
