import type {
  CliSessionId,
  CommandData,
  CommandVerb,
  RequestId,
  SessionRequest,
  TerminalId,
  TurnId,
} from '@pitwall/contracts';
import { alwaysScope } from './always-scope.js';
import { isHeld } from './calls.js';
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

/** A command to the session's host, not yet numbered. */
export type CommandFact = { [K in CommandVerb]: { verb: K; data: CommandData<K> } }[CommandVerb];

export interface Accepted {
  readonly state: Session;
  readonly command: CommandFact | null;
}

const SIZE = { cols: 120, rows: 36 };

export interface LaunchIds {
  readonly terminalId: TerminalId;
  readonly cliSessionId: CliSessionId;
}

/** Opens the terminal of a session that was just made. Only Claude Code takes an id chosen by others. */
export function launch(session: Session, request: SessionRequest<'start'>, ids: LaunchIds): CommandFact {
  return {
    verb: 'open-terminal',
    data: {
      sessionId: session.id,
      terminalId: ids.terminalId,
      cli: session.cli,
      cwd: session.cwd,
      cliSessionId: session.cli === 'claude' ? ids.cliSessionId : null,
      model: session.model,
      permissionMode: session.permissionMode,
      prompt: request.prompt,
      ...SIZE,
    },
  };
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
  return { state, command: { verb: 'type-turn', data: { sessionId: session.id, terminalId, turnId, text } } };
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
  return { state, command: { verb: 'answer-request', data } };
}

/** Ends the terminal and all that runs in it; a session that has ended already stays as it is. */
export function stopSession(session: Session): Accepted {
  if (session.terminalId === null) throw new TerminalNotOpen(session.id);
  if (!session.terminalOpen) return { state: session, command: null };
  return {
    state: session,
    command: { verb: 'stop-terminal', data: { sessionId: session.id, terminalId: session.terminalId } },
  };
}
