import type { Timers } from '@pitwall/contracts';
import type { ToolClass } from './session.js';

/** how long a tool may run before its silence looks like a dialog. Unknown and `mcp__*` tools are slow. */
export const TOOL_CLASSES = [
  { class: 'fast', timer: 'toolFast', tools: ['Read', 'Write', 'Edit', 'Grep', 'Glob', 'NotebookEdit'] },
  { class: 'user-input', timer: 'toolUserInput', tools: ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'] },
  { class: 'medium', timer: 'toolMedium', tools: ['WebFetch', 'WebSearch'] },
  { class: 'slow', timer: 'toolSlow', tools: ['Bash', 'Task', 'Agent'] },
] as const satisfies readonly { class: ToolClass; timer: keyof Timers; tools: readonly string[] }[];

const BY_TOOL = new Map<string, (typeof TOOL_CLASSES)[number]>(
  TOOL_CLASSES.flatMap((row) => row.tools.map((tool) => [tool, row] as const)),
);

const rowOf = (tool: string) => BY_TOOL.get(tool) ?? TOOL_CLASSES[3];

export const toolClass = (tool: string): ToolClass => rowOf(tool).class;

export const toolTimer = (tool: string, timers: Timers): number => timers[rowOf(tool).timer];

/** Tools by which the agent asks a person something. */
export const isUserInputTool = (tool: string): boolean => toolClass(tool) === 'user-input';

/** Tools that start a subagent. */
export const isAgentTool = (tool: string): boolean => tool === 'Agent' || tool === 'Task';

/** modes in which no tool but a user-input one waits for a person. */
const MODES_WITHOUT_DIALOGS: ReadonlySet<string> = new Set(['bypassPermissions', 'dontAsk']);

export const mayAsk = (tool: string, permissionMode: string | null): boolean =>
  isUserInputTool(tool) || permissionMode === null || !MODES_WITHOUT_DIALOGS.has(permissionMode);
