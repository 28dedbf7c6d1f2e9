import { cutText, sameProcess, type SessionEventOf } from '@pitwall/contracts';
import { endCliRun, openRun } from './cli-runs.js';
import type { Moment } from './moment.js';
import { causeOf, type Cause, type Session } from './session.js';
import { setBase } from './set-base.js';
import { closeAll } from './turn-ends.js';

/** The card shows an agent of which nothing is known yet. */
function beginAnew(draft: Session, event: Moment, cause: Cause): void {
  closeAll(draft, event);
  draft.base = 'connecting';
  draft.baseCause = cause;
  draft.baseSeq = event.hostSeq;
  draft.baseT = event.t;
  draft.baseByState = false;
  draft.silent = true;
  draft.resuming = false;
  draft.cliState = null;
  // The time of S-08 and R-02 begins here, also where the card was connecting already.
  draft.statusT = event.t;
}

/** S-03: a terminal of ours is there. Its beginning may be told again, and then changes nothing. */
export function opened(draft: Session, event: SessionEventOf<'opened'>): Cause | null {
  const { terminalId, cwd } = event.data;
  draft.cwd = cwd;
  if (terminalId === null || (draft.terminalId === terminalId && draft.terminalOpen)) return null;
  draft.terminalId = terminalId;
  draft.terminalOpen = true;
  draft.launch = null;
  draft.lastSignalT = Math.max(draft.lastSignalT, event.t);
  draft.lastSignalAt = Math.max(draft.lastSignalAt, event.at);
  if (draft.stopAsked) return null;
  const cause = causeOf(event, 'S-03', 'terminal-opened');
  if (draft.base === 'ended' || draft.base === 'connecting') beginAnew(draft, event, cause);
  return cause;
}

/** The hook that follows says what the agent does; a new id on an ended card brings it back to life. */
export function linked(draft: Session, event: SessionEventOf<'linked'>): null {
  const { cliSessionId, step, evidence, process } = event.data;
  if (draft.cliSessionId !== cliSessionId) {
    openRun(draft, cliSessionId, event.at);
    if (draft.base === 'ended') draft.base = 'connecting';
    if (draft.cliState && draft.cliState.cliSessionId !== cliSessionId) draft.cliState = null;
    // What was linked by hand brings its own past, which is older than what the card has seen itself.
    if (step === 'manual') forgetSeen(draft);
  }
  draft.cliSessionId = cliSessionId;
  draft.match = { step, evidence };
  draft.process = process ?? draft.process;
  return null;
}

/** M-06: the conversation is another card's, with all that it did here. This card is what it was before. */
export function unlinked(draft: Session, event: SessionEventOf<'unlinked'>): Cause | null {
  const { cliSessionId, movedTo } = event.data;
  draft.runs = draft.runs.filter((run) => run.cliSessionId !== cliSessionId);
  if (draft.cliSessionId !== cliSessionId) return null;
  const wasEnded = draft.base === 'ended';
  const cause = causeOf(event, 'M-06', `moved to card ${movedTo}`);
  beginAnew(draft, event, cause);
  draft.calls = [];
  if (wasEnded || !draft.terminalOpen) draft.base = 'ended';
  draft.subagents = [];
  draft.cliSessionId = null;
  draft.match = null;
  draft.process = null;
  draft.now = null;
  draft.lastStopT = null;
  draft.runOver = false;
  forgetSeen(draft);
  return cause;
}

/** What is told again here, when the conversation comes back, is no duplicate and not late. */
function forgetSeen(draft: Session): void {
  draft.baseSeq = 0;
  draft.baseByState = false;
  draft.turnOverSeq = 0;
  draft.allOverSeq = 0;
  draft.lastCallT = {};
  draft.endedCalls = [];
  draft.loneStops = [];
  draft.prompts = [];
}

/** until its SessionStart comes, the card connects; a failed `--resume` may send an end meanwhile. */
export function resumeTyped(draft: Session, event: SessionEventOf<'resume-typed'>): Cause {
  const cause = causeOf(event, 'R-02', 'resume typed into its terminal');
  beginAnew(draft, event, cause);
  draft.terminalId = event.data.terminalId;
  draft.terminalOpen = true;
  draft.launch = null;
  draft.stopAsked = false;
  draft.resuming = true;
  return cause;
}

export function processGone(draft: Session, event: SessionEventOf<'process-gone'>): Cause | null {
  const another = draft.process !== null && !sameProcess(draft.process, event.data.process);
  if (another || draft.resuming) return null;
  // An agent that never reported has most likely said in its terminal why it left.
  const said = draft.silent ? event.data.lastLines.findLast((line) => line.trim() !== '') : undefined;
  return end(draft, event, said === undefined ? 'process-gone' : `process-gone: ${cutText(said.trim(), 200)}`);
}

const isOtherTerminal = (draft: Session, terminalId: string): boolean =>
  draft.terminalId !== null && draft.terminalId !== terminalId;

export function terminalOpenFailed(draft: Session, event: SessionEventOf<'terminal-open-failed'>): Cause | null {
  const { terminalId, reason } = event.data;
  if (draft.launch?.terminalId === terminalId) draft.launch = null;
  if (draft.terminalOpen && isOtherTerminal(draft, terminalId)) return null;
  return end(draft, event, `terminal not opened: ${reason}`);
}

export function terminalClosed(draft: Session, event: SessionEventOf<'terminal-closed'>): Cause | null {
  const { terminalId, cause } = event.data;
  if (draft.launch?.terminalId === terminalId) draft.launch = null;
  if (isOtherTerminal(draft, terminalId)) return null;
  draft.terminalOpen = false;
  draft.stopAsked = false;
  draft.resuming = false;
  return end(draft, event, `terminal-closed (${cause})`);
}

/** S-09: the agent is not there any more, and said nothing. */
export function end(draft: Session, event: Moment, label: string): Cause | null {
  if (draft.base === 'ended') return null;
  const cause = causeOf(event, 'S-09', label);
  closeAll(draft, event);
  endCliRun(draft, event.at);
  setBase(draft, 'ended', cause, event);
  return cause;
}
