import type { Status } from '@pitwall/contracts';
import type { Cause, Session, ToolCall } from './session.js';
import { liveRuns } from './subagent-runs.js';
import { isUserInputTool } from './tool-classes.js';

/** Statuses over which a live subagent shows. */
const RUN_SHOWS_OVER: ReadonlySet<Status> = new Set(['idle', 'waiting', 'prompting']);

/** Statuses that a dialog doesn't show over: nobody is there to be answered. */
const NO_DIALOG: ReadonlySet<Status> = new Set(['ended']);

export const openDialogs = (session: Session): ToolCall[] => session.calls.filter((call) => call.flag !== null);

export const isUserInput = (call: ToolCall): boolean => isUserInputTool(call.tool);

/** What the card shows: dialogs over live subagents over the main agent's own status. */
export function visibleStatus(session: Session): Status {
  if (NO_DIALOG.has(session.base)) return session.base;
  const dialogs = openDialogs(session);
  if (dialogs.length > 0) return dialogs.every(isUserInput) ? 'input' : 'approval';
  if (liveRuns(session).length > 0 && RUN_SHOWS_OVER.has(session.base)) return 'working';
  return session.base;
}

/**
 * A status that stays may have another reason from here on: its guess was confirmed or taken back, the agent of a
 * silent terminal was heard, a terminal opened, or the conversation moved away.
 */
function isRestated(session: Session, cause: Cause): boolean {
  const wasGuess = session.cause.guess && !openDialogs(session).some((call) => call.flag === 'guess');
  const wasSilent = SILENT_RULES.has(session.cause.rule) && !session.silent;
  return wasGuess || wasSilent || RESTATING_RULES.has(cause.rule);
}

const SILENT_RULES: ReadonlySet<string> = new Set(['S-08', 'R-02']);
const RESTATING_RULES: ReadonlySet<string> = new Set(['S-03', 'R-02', 'M-06']);

/** Sets what the card shows after an event, and says whether that is a transition. */
export function showStatus(session: Session, cause: Cause): boolean {
  const status = visibleStatus(session);
  if (status === session.status) {
    if (isRestated(session, cause)) session.cause = { ...cause, guess: false };
    return false;
  }
  session.status = status;
  session.cause = cause;
  session.statusT = cause.t;
  return true;
}
