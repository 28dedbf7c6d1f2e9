import type { Session, SubagentRun, ToolCall } from './session.js';

/** What sessions that an earlier version stored do not have. */
const later = (session: Session) => ({
  launch: null,
  stopAsked: false,
  baseT: session.baseCause.t,
  baseByState: false,
  turnOverSeq: 0,
  allOverSeq: 0,
  lastCallT: {},
  loneStops: [],
  cliState: null,
  resuming: false,
  agentTeam: null,
  runOver: session.base === 'ended',
  prompts: [],
});

const laterOfCall = (call: ToolCall) => ({ asks: call.dueT !== null });

const laterOfRun = { transcriptPath: null, counted: [], startedSeq: 0, endedSeq: null } satisfies Partial<SubagentRun>;

/** A session as it is worked with, from how it was stored by this version or an earlier one. */
export const readStored = (stored: Session): Session => ({
  ...later(stored),
  ...stored,
  calls: stored.calls.map((call) => ({ ...laterOfCall(call), ...call })),
  subagents: stored.subagents.map((run) => ({ ...laterOfRun, ...run })),
});
