/** One class per decision of a caller; `code` and `hint` reach people as they are. */
export class SessionNotFound extends Error {
  override readonly name = 'SessionNotFound';
  readonly code = 'SESSION_NOT_FOUND';
  readonly hint = 'List the sessions with: pitwall session list --all';
  constructor(id: string) {
    super(`There is no session ${id} on that host.`);
  }
}

export class NothingToMove extends Error {
  override readonly name = 'NothingToMove';
  readonly code = 'NOTHING_TO_MOVE';
  readonly hint = 'Only a card that shows a conversation can give it away: pitwall session show ID';
  constructor(id: string, why: string) {
    super(`Session ${id} ${why}.`);
  }
}

export class SameCard extends Error {
  override readonly name = 'SameCard';
  readonly code = 'SAME_CARD';
  readonly hint = 'Name another card; pitwall session list --all shows them.';
  constructor(id: string) {
    super(`Session ${id} shows that conversation already.`);
  }
}

export class OtherHost extends Error {
  override readonly name = 'OtherHost';
  readonly code = 'OTHER_HOST';
  readonly hint = 'A conversation stays on the machine where it runs: name a card of the same host.';
  constructor(id: string) {
    super(`Session ${id} is on another host.`);
  }
}

export class OtherCli extends Error {
  override readonly name = 'OtherCli';
  readonly code = 'OTHER_CLI';
  readonly hint = 'Name a card of the same CLI.';
  constructor(id: string, cli: string) {
    super(`Session ${id} is a ${cli} session.`);
  }
}
