/**
 * What the model answers is written in the newest prompt, one marker per model turn:
 *
 *   [[bash: CMD]]  [[read: PATH]]  [[write: PATH]]   a tool call
 *   [[background: CMD]]                              a shell that the turn doesn't wait for (Claude)
 *   [[outside: CMD]]                                 a command that asks to leave the sandbox (Codex)
 *   [[agent: PROMPT]]  [[agent-background: PROMPT]]  a subagent, with {{bash: CMD}} and the like as its own markers
 *   [[ask: QUESTION]]  [[plan: TEXT]]                a question, a plan to approve (Claude)
 *   [[sleep: MS]]  [[until: FILE]]                   thinks before the next turn: for a time, or until that file is there
 *   [[text: WORDS]]                                  the closing answer
 */
export interface Step {
  readonly thinkMs: number;
  readonly until: string | null;
  readonly does: Call | { readonly kind: 'text'; readonly argument: string };
}

/** How a vendor's API puts a step. */
export interface ModelApi {
  readonly path: string;
  next(request: unknown): Step;
  answer(request: unknown, step: Step): { whole: object; events: readonly { readonly type: string }[] };
}

const CALLS = ['bash', 'read', 'write', 'background', 'outside', 'agent', 'agent-background', 'ask', 'plan'] as const;

export interface Call {
  readonly kind: (typeof CALLS)[number];
  readonly argument: string;
}

const MARKER = /\[\[([\w-]+):\s*((?:(?!\]\]).)*)\]\]/gs;

const isCall = (kind: string): kind is Call['kind'] => (CALLS as readonly string[]).includes(kind);

const unnested = (text: string): string => text.trim().replaceAll('{{', '[[').replaceAll('}}', ']]');

const NO_THOUGHT = { thinkMs: 0, until: null };

export const said = (argument: string): Step => ({ ...NO_THOUGHT, does: { kind: 'text', argument } });

/** The steps that a prompt asks for, the closing one last. */
function stepsOf(prompt: string): Step[] {
  const steps: Step[] = [];
  let thought: Pick<Step, 'thinkMs' | 'until'> = NO_THOUGHT;
  let closing = 'Done.';
  for (const [, kind = '', given = ''] of prompt.matchAll(MARKER)) {
    const argument = unnested(given);
    if (kind === 'sleep') thought = { ...thought, thinkMs: Number(argument) };
    else if (kind === 'until') thought = { ...thought, until: argument };
    else if (kind === 'text') closing = argument;
    else if (isCall(kind)) {
      steps.push({ ...thought, does: { kind, argument } });
      thought = NO_THOUGHT;
    }
  }
  return [...steps, { ...thought, does: { kind: 'text', argument: closing } }];
}

/** What comes after so many answered turns with a tool call. */
export function stepAfter(prompt: string, turnsDone: number): Step {
  const steps = stepsOf(prompt);
  return steps[Math.min(turnsDone, steps.length - 1)]!;
}

let serial = 0;
export const newId = (kind: string): string => `${kind}_${(serial += 1)}`;

/** The content of a file that the model writes. */
export const WRITTEN = 'written by the scripted model\n';
