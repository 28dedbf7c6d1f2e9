import type { RequestId, SessionRequest, TerminalId, TurnId } from '@pitwall/contracts';
import { alwaysScope } from './always-scope.js';
import { isHeld } from './dialogs.js';
import { endUnopened, stopTerminal, type CommandFact } from './launch.js';
import type { Transition } from './reduce.js';
import {
  AgentNotHeardYet,
  AlreadyAnswered,
  DialogIsOpen,
  NoAlwaysOffered,
  NotAnswerableHere,
  RequestNotOpen,
  TerminalNotOpen,
} from './refusals.js';
import { draftOf, type Session } from './session.js';
import { openDialogs } from './show-status.js';

export interface Accepted {
  readonly state: Session;
  readonly effects: readonly Transition[];
  readonly command: CommandFact | null;
}

function openTerminal(session: Session): TerminalId {
  if (session.terminalId === null || !session.terminalOpen) throw new TerminalNotOpen(session.id);
  return session.terminalId;
}

/** Types a prompt. Never into a dialog, never before the agent has been heard. */
export function sendText(session: Session, text: string, turnId: TurnId): Accepted {
  const terminalId = openTerminal(session);
  if (session.status === 'ended') throw new TerminalNotOpen(session.id);
  if (session.silent) throw new AgentNotHeardYet(session.id);
  if (openDialogs(session).length > 0) throw new DialogIsOpen(session.id);
  const state = draftOf(session);
  state.turns.push({ turnId, kind: 'request', text, phase: 'queued' });
  state.revision += 1;
  const data = { sessionId: session.id, terminalId, turnId, text };
  return { state, effects: [], command: { verb: 'type-turn', data } };
}

/** How long an answer may be under way before another may be given. */
export const ANSWER_PENDING_MS = 30_000;

type Answer = Pick<SessionRequest<'answer'>, 'dialogId' | 'behavior' | 'message' | 'by'> & { readonly now: number };

/** once, and only what the CLI holds open; the dialog closes when the host reports that it was delivered. */
export function answerDialog(session: Session, answer: Answer): Accepted {
  const state = draftOf(session);
  const call = openDialogs(state).find((one) => one.requestId === answer.dialogId);
  if (!call) throw new RequestNotOpen(session.id, answer.dialogId);
  if (call.requestId !== null && !isHeld(call.requestId)) throw new NotAnswerableHere(answer.dialogId);
  if (call.answer && answer.now - call.answer.at < ANSWER_PENDING_MS) {
    throw new AlreadyAnswered(answer.dialogId, call.answer.by, call.answer.behavior);
  }
  call.answer = { by: answer.by, behavior: answer.behavior, at: answer.now };
  state.revision += 1;
  if (answer.behavior === 'allow-always' && alwaysScope(call.suggestion) === null)
    throw new NoAlwaysOffered(answer.dialogId);
  const data = {
    sessionId: session.id,
    requestId: answer.dialogId satisfies RequestId,
    behavior: answer.behavior === 'deny' ? ('deny' as const) : ('allow' as const),
    message: answer.message,
    updatedPermissions: answer.behavior === 'allow-always' ? [call.suggestion] : null,
  };
  return { state, effects: [], command: { verb: 'answer-request', data } };
}

/**
 * Ends the terminal and all that runs in it; a session that has ended already stays as it is. One whose terminal has
 * not opened yet has ended with this: whatever opens after all is ended again (see `stopAgain`).
 */
export function stopSession(session: Session, now: number): Accepted {
  const { launch, terminalId } = session;
  if (launch)
    return endUnopened(session, launch, { now, label: 'stopped before its terminal opened', stopAsked: true });
  if (session.terminalOpen && terminalId !== null)
    return { state: session, effects: [], command: stopTerminal(session.id, terminalId) };
  if (session.status === 'ended' || terminalId !== null) return { state: session, effects: [], command: null };
  throw new TerminalNotOpen(session.id);
}
