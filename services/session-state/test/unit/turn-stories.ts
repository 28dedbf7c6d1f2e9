import fc from 'fast-check';
import type { SessionEvent } from '@pitwall/contracts';
import { seenSession } from '../../src/core/new-session.js';
import {
  cliState,
  opened,
  permissionRequest,
  postToolUse,
  preToolUse,
  prompt,
  sessionEnd,
  sessionStart,
  stop,
  subagentStart,
  subagentStop,
  toolBatch,
  toolFailed,
  type Happening,
} from './happenings.js';

/** An event in its place in the host's log, with the host's time. */
export interface Placed {
  readonly what: Happening;
  readonly seq: number;
  readonly t: number;
}

export const T0 = 1_000_000;
export const WALL = 1_780_000_000_000;

export const eventOf = ({ what, seq, t }: Placed, sessionId = 's-1'): SessionEvent => ({
  ...{ v: 1, sessionId: sessionId as never, hostId: 'h-1' as never, sessionSeq: seq, hostSeq: seq, t, at: t + WALL },
  ...what,
});

export const OPENING: Placed = { what: opened(), seq: 1, t: T0 };

export const beginning = () => seenSession(eventOf(OPENING) as Extract<SessionEvent, { event: 'opened' }>);

type Step = (n: string) => Happening[];

const tools = fc.constantFrom('Read', 'Bash', 'WebFetch', 'mcp__a__b');

/** What an agent does with one tool, as the real CLIs report it. `agent`: the subagent that does it. */
const toolUse = (agent?: string): fc.Arbitrary<Step> =>
  fc
    .record({ tool: tools, asks: fc.boolean(), end: fc.constantFrom('done', 'failed', 'refused', 'none') })
    .map(({ tool, asks, end }) => (n) => {
      const fields = { id: `call-${n}`, ...(agent === undefined ? {} : { agent: `${agent}-${n}` }) };
      const own = { ...fields, id: `call-${n}` };
      return [
        preToolUse(tool, own),
        ...(asks ? [permissionRequest(tool, { ...own, request: `rq-${n}` })] : []),
        ...(end === 'done' ? [postToolUse(tool, own)] : []),
        ...(end === 'failed' ? [toolFailed(tool, own)] : []),
        ...(end === 'refused' || end === 'done' ? [toolBatch(`call-${n}`)] : []),
      ];
    });

const subagent = (background: boolean): fc.Arbitrary<Step> =>
  fc.array(tools, { maxLength: 2 }).map((used) => (n) => {
    const id = `call-${n}`;
    const agent = `sub-${n}`;
    const ended = (status: string) => postToolUse('Agent', { id, tool_response: { status, agentId: agent } });
    const work = used.flatMap((tool, i) => {
      const call = { id: `${id}-${i}`, agent };
      return [preToolUse(tool, call), postToolUse(tool, call)];
    });
    return background
      ? [preToolUse('Agent', { id }), subagentStart(agent), ended('async_launched'), ...work, subagentStop(agent)]
      : [preToolUse('Agent', { id }), subagentStart(agent), ...work, subagentStop(agent), ended('completed')];
  });

const steps = fc.oneof({ weight: 4, arbitrary: toolUse() }, subagent(false), subagent(true));

const turns = fc.record({
  steps: fc.array(steps, { maxLength: 4 }),
  end: fc.constantFrom('stop', 'stop', 'stop', 'esc', 'cli-idle'),
});

/** Pauses between the events of a turn; a person’s next prompt is at least two seconds later. */
const pauses = fc.array(fc.nat(400), { minLength: 8, maxLength: 8 });

/** The whole log of a session as a real CLI would have it: turns of tools, subagents, dialogs, ends that are lost. */
export const turnStories: fc.Arbitrary<Placed[]> = fc
  .record({ turns: fc.array(turns, { minLength: 1, maxLength: 4 }), pauses, ends: fc.boolean() })
  .map(({ turns: all, pauses: waits, ends }) => {
    const placed: Placed[] = [];
    let t = T0;
    const add = (what: Happening, pause = waits[placed.length % waits.length] ?? 0): void => {
      t += pause + 1;
      placed.push({ what, seq: placed.length + 2, t });
    };
    add(sessionStart());
    all.forEach((turn, i) => {
      add(prompt(`prompt ${i}`, { prompt_id: `p-${i}` }), 2_000);
      turn.steps.forEach((step, j) => step(`${i}-${j}`).forEach((what) => add(what)));
      if (turn.end === 'stop') add(stop({ prompt_id: `p-${i}` }));
      if (turn.end === 'cli-idle') add(cliState('idle', (t - T0 + 1) / 1_000));
    });
    if (ends) add(sessionEnd(), 2_000);
    return placed;
  });
