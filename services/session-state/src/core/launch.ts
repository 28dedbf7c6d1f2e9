import type { CliSessionId, CommandData, CommandVerb, SessionId, SessionRequest, TerminalId } from '@pitwall/contracts';
import type { Transition } from './reduce.js';
import { causeOf, draftOf, type Launch, type Session } from './session.js';
import { showStatus } from './show-status.js';

/** A command to the session's host, not yet numbered. */
export type CommandFact = { [K in CommandVerb]: { verb: K; data: CommandData<K> } }[CommandVerb];

/**
 * A host takes the command to open a terminal for 60 s; another half minute for its answer. Server time: nothing of
 * this session is on the host yet, so that its deadlines can't be asked about there.
 */
export const LAUNCH_GIVEN_UP_MS = 90_000;

const SIZE = { cols: 120, rows: 36 };

export interface LaunchIds {
  readonly terminalId: TerminalId;
  readonly cliSessionId: CliSessionId;
}

/** Opens the terminal of a session that was just made. Only Claude Code takes an id chosen by others. */
export function launch(
  session: Session,
  request: SessionRequest<'start'>,
  { ids, now }: { ids: LaunchIds; now: number },
): { state: Session; command: CommandFact } {
  const { terminalId } = ids;
  const data = {
    sessionId: session.id,
    terminalId,
    cli: session.cli,
    cwd: session.cwd,
    cliSessionId: session.cli === 'claude' ? ids.cliSessionId : null,
    model: session.model,
    permissionMode: session.permissionMode,
    prompt: request.prompt,
    ...SIZE,
  };
  const state = { ...session, launch: { terminalId, givenUpAt: now + LAUNCH_GIVEN_UP_MS } };
  return { state, command: { verb: 'open-terminal', data } };
}

export const stopTerminal = (sessionId: SessionId, terminalId: TerminalId): CommandFact => ({
  verb: 'stop-terminal',
  data: { sessionId, terminalId },
});

/** It opened although it had been stopped: the host may have been told the one before the other. */
export const stopAgain = ({ id, stopAsked, terminalId }: Session): CommandFact[] =>
  stopAsked && terminalId !== null ? [stopTerminal(id, terminalId)] : [];

interface Unopened {
  /** Server time, epoch ms. */
  readonly now: number;
  readonly label: string;
  readonly stopAsked: boolean;
}

/** A session that was asked for and never got its terminal has ended; if one opens after all, it is there again. */
export function endUnopened(session: Session, { terminalId }: Launch, { now, label, stopAsked }: Unopened) {
  const state = draftOf(session);
  // Nothing is known of the host's time now; the wall clock tells it as well as can be.
  const cause = causeOf({ at: now, t: now - state.wallOffset }, 'S-09', label);
  state.launch = null;
  state.stopAsked = stopAsked;
  state.base = 'ended';
  state.baseCause = cause;
  state.revision += 1;
  const effects: Transition[] = showStatus(state, cause) ? [{ status: state.status, cause }] : [];
  return { state, effects, command: stopAsked ? stopTerminal(session.id, terminalId) : null };
}

/** The host did not open the terminal, and did not say why: it is out of reach, or was for too long. */
export function giveUpLaunch(session: Session, now: number) {
  if (!session.launch || now < session.launch.givenUpAt) return null;
  const label = `terminal not opened: its host did not answer for ${LAUNCH_GIVEN_UP_MS / 1_000} s`;
  return endUnopened(session, session.launch, { now, label, stopAsked: false });
}
