/** One class per decision of a caller; `code` and `hint` reach people as they are. */
export class SessionNotFound extends Error {
  override readonly name = 'SessionNotFound';
  readonly code = 'SESSION_NOT_FOUND';
  readonly hint = 'List the sessions with: pitwall session list --all';
  constructor(id: string) {
    super(`There is no session ${id}.`);
  }
}

export class HostUnreachable extends Error {
  override readonly name = 'HostUnreachable';
  readonly code = 'HOST_UNREACHABLE';
  readonly hint = 'Start Pitwall on that machine (pitwall host up, or pitwall up), then try again.';
  constructor(hostId: string) {
    super(`Host ${hostId} is not in reach.`);
  }
}

export class TerminalNotOpen extends Error {
  override readonly name = 'TerminalNotOpen';
  readonly code = 'TERMINAL_NOT_OPEN';
  readonly hint = 'Start a new session, or look at its history with: pitwall session history ID';
  constructor(id: string) {
    super(`Session ${id} has no open terminal of Pitwall's.`);
  }
}

/** nothing has reported from that terminal; it may show a trust, login or setup screen. */
export class AgentNotHeardYet extends Error {
  override readonly name = 'AgentNotHeardYet';
  readonly code = 'AGENT_NOT_READY';
  readonly hint = 'Look at the terminal (pitwall session attach ID): it may wait at a setup, trust or login screen.';
  constructor(id: string) {
    super(`The agent of session ${id} has not reported yet, so nothing is typed into its terminal.`);
  }
}

export class DialogIsOpen extends Error {
  override readonly name = 'DialogIsOpen';
  readonly code = 'DIALOG_OPEN';
  readonly hint =
    'Answer it first (pitwall session answer ID REQUEST --allow|--deny): a prompt would be typed into the dialog.';
  constructor(id: string) {
    super(`Session ${id} waits for an answer.`);
  }
}

export class RequestNotOpen extends Error {
  override readonly name = 'RequestNotOpen';
  readonly code = 'REQUEST_NOT_OPEN';
  readonly hint = 'It was answered or has gone. Open requests: pitwall session show ID';
  constructor(id: string, request: string) {
    super(`Session ${id} has no open request ${request}.`);
  }
}

export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly code = 'ALREADY_ANSWERED';
  readonly hint = 'Nothing was sent. See what it did: pitwall session history ID';
  constructor(request: string, by: string, behavior: string) {
    super(`Request ${request} has been answered (${behavior}) by ${by}.`);
  }
}

export class NotAnswerableHere extends Error {
  override readonly name = 'NotAnswerableHere';
  readonly code = 'NOT_ANSWERABLE';
  readonly hint = 'Answer it in its terminal: pitwall session attach ID';
  constructor(request: string) {
    super(`Request ${request} can only be answered in its terminal.`);
  }
}

export class NoAlwaysOffered extends Error {
  override readonly name = 'NoAlwaysOffered';
  readonly code = 'NO_ALWAYS';
  readonly hint = 'Allow it once: pitwall session answer ID REQUEST --allow';
  constructor(request: string) {
    super(`The agent offers no "always" for request ${request}.`);
  }
}
