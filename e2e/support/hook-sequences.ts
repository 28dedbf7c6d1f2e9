import { randomNumbers } from './random-numbers.js';

/** A hook on its way: over http, or through the hook script. */
export interface PlannedHook {
  readonly via: 'http' | 'script';
  readonly payload: { readonly session_id: string; readonly hook_event_name: string };
}

const TOOLS = ['Read', 'Bash', 'Edit', 'WebFetch'];

interface Turn {
  readonly sessionId: string;
  readonly number: number;
  readonly chance: () => number;
}

type Fields = { readonly hook_event_name: string } & Readonly<Record<string, unknown>>;

/** One prompt and what follows: tools, some of them asked about, some by a subagent. */
function turnEvents({ sessionId, number, chance }: Turn): Fields[] {
  const events: Fields[] = [{ hook_event_name: 'UserPromptSubmit', prompt: `prompt ${number}` }];
  const agent = { agent_id: `agent-${number}`, agent_type: 'explorer' };
  const hasSubagent = chance() < 0.3;
  if (hasSubagent) events.push({ hook_event_name: 'SubagentStart', ...agent });
  const calls = 1 + Math.floor(chance() * 4);
  for (let call = 0; call < calls; call++) {
    const tool_name = TOOLS[Math.floor(chance() * TOOLS.length)];
    const base = { tool_name, tool_input: { of: call }, tool_use_id: `${sessionId}-${number}-${call}` };
    const by = hasSubagent && chance() < 0.5 ? agent : {};
    events.push({ hook_event_name: 'PreToolUse', ...base, ...by });
    if (chance() < 0.3) events.push({ hook_event_name: 'PermissionRequest', ...base, tool_use_id: undefined, ...by });
    events.push({ hook_event_name: chance() < 0.9 ? 'PostToolUse' : 'PostToolUseFailure', ...base, ...by });
  }
  if (hasSubagent) events.push({ hook_event_name: 'SubagentStop', ...agent });
  events.push({ hook_event_name: 'Stop', last_assistant_message: 'done' });
  return events;
}

export interface SequenceOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly count: number;
  readonly seed: number;
  /** Share of hooks that go through the script. */
  readonly byScript: number;
}

/** The hooks of one session from its start to its end, exactly `count` of them. */
export function hookSequence({ sessionId, cwd, count, seed, byScript }: SequenceOptions): PlannedHook[] {
  const chance = randomNumbers(seed);
  const events: Fields[] = [{ hook_event_name: 'SessionStart', source: 'startup' }];
  for (let number = 1; events.length < count; number++) events.push(...turnEvents({ sessionId, number, chance }));
  const whole = [...events.slice(0, count - 1), { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }];
  return whole.map((event) => ({
    via: chance() < byScript ? 'script' : 'http',
    payload: { session_id: sessionId, cwd, permission_mode: 'default', ...event },
  }));
}
