import { describe, expect, it } from '@jest/globals';
import type { HookPayload } from '@pitwall/contracts';
import { closesRequest, decisionBody, requestKey } from '../../src/core/held-request.js';

const payload = (name: string, fields: object = {}) =>
  ({ session_id: 's', hook_event_name: name, ...fields }) as HookPayload;
const bash = { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5 } };
const main = requestKey(
  payload('PermissionRequest', { tool_name: 'Bash', tool_input: { timeout: 5, command: 'ls', description: 'why' } }),
);
const sub = requestKey(payload('PermissionRequest', { ...bash, agent_id: 'a1' }));

describe('closesRequest', () => {
  it.each<[string, HookPayload, boolean, boolean]>([
    ['the tool ran', payload('PostToolUse', bash), true, false],
    ['the tool failed', payload('PostToolUseFailure', bash), true, false],
    ['another input ran', payload('PostToolUse', { ...bash, tool_input: { command: 'pwd' } }), false, false],
    ['a batch with it ended', payload('PostToolBatch', { tool_calls: [bash] }), true, false],
    [
      'a batch without it ended',
      payload('PostToolBatch', { tool_calls: [{ tool_name: 'Read', tool_input: {} }, 7] }),
      false,
      false,
    ],
    ['the subagent’s tool ran', payload('PostToolUse', { ...bash, agent_id: 'a1' }), false, true],
    ['the subagent ended', payload('SubagentStop', { agent_id: 'a1' }), false, true],
    ['the person typed', payload('UserPromptSubmit', { prompt: 'hi' }), true, true],
    ['the CLI made a prompt', payload('UserPromptSubmit', { prompt: '<task-notification>…' }), true, false],
    ['the turn ended', payload('Stop'), true, false],
    ['the session ended', payload('SessionEnd'), true, true],
    ['the next tool began', payload('PreToolUse', bash), false, false],
    ['another session ended', { ...payload('SessionEnd'), session_id: 'other' } as HookPayload, false, false],
  ])('%s', (_title, event, closesMain, closesSub) => {
    expect(closesRequest(main, event)).toBe(closesMain);
    expect(closesRequest(sub, event)).toBe(closesSub);
  });
});

describe('decisionBody', () => {
  it('has the shapes that the CLI takes', () => {
    expect(JSON.parse(decisionBody({ behavior: 'allow', message: 'x' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
    expect(JSON.parse(decisionBody({ behavior: 'deny', message: 'no' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'no' } },
    });
  });
});
