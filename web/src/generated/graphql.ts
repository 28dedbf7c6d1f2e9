/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What may be answered. */
export type AnswerBehavior =
  | 'allow'
  /** Also from now on, in the scope that the request names. */
  | 'allow_always'
  | 'deny';

/** An answer to a dialog. */
export type AnswerRequestInput = {
  behavior: AnswerBehavior;
  /** Told to the agent with a deny. */
  message?: string | null | undefined;
  /** Id of the dialog, from the session's requests. */
  request: string | number;
  requestId?: string | number | null | undefined;
  sessionId: string | number;
};

/** The agent CLI that runs in a session. */
export type Cli =
  | 'claude'
  | 'codex';

/** Where managed work stands. */
export type Lifecycle =
  | 'failed'
  | 'running'
  | 'starting'
  | 'stopped'
  | 'stopping';

/** Who began it: a terminal that Pitwall opened, managed work, or somebody elsewhere. */
export type SessionOrigin =
  | 'external'
  | 'managed'
  | 'terminal';

/** What the agent is doing right now. */
export type SessionStatus =
  | 'approval'
  | 'connecting'
  | 'ended'
  | 'idle'
  | 'input'
  | 'prompting'
  | 'waiting'
  | 'working';

/** What to start, where. */
export type StartSessionInput = {
  cli: Cli;
  /** Absolute path of a folder on the host. */
  cwd: string;
  /** The host; may be left out while there is only one. */
  hostId?: string | number | null | undefined;
  model?: string | null | undefined;
  permissionMode?: string | null | undefined;
  /** The first prompt. */
  prompt?: string | null | undefined;
  requestId?: string | number | null | undefined;
  room?: string | null | undefined;
  title?: string | null | undefined;
};

export type HostsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type HostsSubscription = { hosts: Array<{ id: string, name: string, reachable: boolean, version: string | null, terminals: number, waiting: number, lastSeenAt: string | null }> };

export type DelaySubscriptionVariables = Exact<{ [key: string]: never; }>;


export type DelaySubscription = { delay: { behindMs: number, at: Array<string> } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { name: string }, sessions: Array<{ id: string }> };

export type StartSessionMutationVariables = Exact<{
  input: StartSessionInput;
}>;


export type StartSessionMutation = { startSession: { id: string, team: string, title: string, cli: Cli, origin: SessionOrigin, agent: string | null, originLabel: string | null, hostId: string, terminalId: string | null, cliSessionId: string | null, cwd: string, model: string | null, effort: string | null, permissionMode: string | null, status: SessionStatus, lifecycle: Lifecycle | null, marks: Array<string>, room: string | null, archived: boolean, pinned: boolean, muted: boolean, alert: boolean, memoryBytes: number | null, memoryMeasure: string | null, createdAt: string, lastSignalAt: string, revision: number, statusReason: { rule: string, event: string, at: string, guess: boolean, quiet: boolean, next: { status: SessionStatus, at: string } | null }, match: { step: string, evidence: string } | null, runs: Array<{ cliSessionId: string, startedAt: string, endedAt: string | null }>, subagents: Array<{ id: string, type: string, task: string, status: string, toolCount: number, startedAt: string, endedAt: string | null, transcriptPath: string | null }>, agentTeam: { leaderId: string, memberIds: Array<string> } | null, requests: Array<{ id: string, kind: string, tool: string, input: unknown, inputRef: string | null, askedAt: string, always: string | null, answerable: boolean, subagentId: string | null }>, now: { kind: string, tool: string | null, text: string } | null, queue: Array<{ turnId: string, kind: string, text: string, phase: string }> } };

export type SendTextMutationVariables = Exact<{
  sessionId: string | number;
  text: string;
  requestId?: string | number | null | undefined;
}>;


export type SendTextMutation = { sendText: { turnId: string } };

export type AnswerRequestMutationVariables = Exact<{
  input: AnswerRequestInput;
}>;


export type AnswerRequestMutation = { answerRequest: { commandId: string } };

export type StopSessionMutationVariables = Exact<{
  sessionId: string | number;
}>;


export type StopSessionMutation = { stopSession: { id: string } };

export type RelinkSessionMutationVariables = Exact<{
  id: string | number;
  to: string | number;
}>;


export type RelinkSessionMutation = { relinkSession: { id: string } };

export type UnlinkSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type UnlinkSessionMutation = { unlinkSession: { id: string } };

export type SessionHistoryQueryVariables = Exact<{
  id: string | number;
}>;


export type SessionHistoryQuery = { session: { history: Array<{ status: SessionStatus, reason: { rule: string, event: string, at: string, guess: boolean } }> } | null };

export type SessionFieldsFragment = { id: string, team: string, title: string, cli: Cli, origin: SessionOrigin, agent: string | null, originLabel: string | null, hostId: string, terminalId: string | null, cliSessionId: string | null, cwd: string, model: string | null, effort: string | null, permissionMode: string | null, status: SessionStatus, lifecycle: Lifecycle | null, marks: Array<string>, room: string | null, archived: boolean, pinned: boolean, muted: boolean, alert: boolean, memoryBytes: number | null, memoryMeasure: string | null, createdAt: string, lastSignalAt: string, revision: number, statusReason: { rule: string, event: string, at: string, guess: boolean, quiet: boolean, next: { status: SessionStatus, at: string } | null }, match: { step: string, evidence: string } | null, runs: Array<{ cliSessionId: string, startedAt: string, endedAt: string | null }>, subagents: Array<{ id: string, type: string, task: string, status: string, toolCount: number, startedAt: string, endedAt: string | null, transcriptPath: string | null }>, agentTeam: { leaderId: string, memberIds: Array<string> } | null, requests: Array<{ id: string, kind: string, tool: string, input: unknown, inputRef: string | null, askedAt: string, always: string | null, answerable: boolean, subagentId: string | null }>, now: { kind: string, tool: string | null, text: string } | null, queue: Array<{ turnId: string, kind: string, text: string, phase: string }> };

export type SessionsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type SessionsSubscription = { sessions: { id: string, team: string, title: string, cli: Cli, origin: SessionOrigin, agent: string | null, originLabel: string | null, hostId: string, terminalId: string | null, cliSessionId: string | null, cwd: string, model: string | null, effort: string | null, permissionMode: string | null, status: SessionStatus, lifecycle: Lifecycle | null, marks: Array<string>, room: string | null, archived: boolean, pinned: boolean, muted: boolean, alert: boolean, memoryBytes: number | null, memoryMeasure: string | null, createdAt: string, lastSignalAt: string, revision: number, statusReason: { rule: string, event: string, at: string, guess: boolean, quiet: boolean, next: { status: SessionStatus, at: string } | null }, match: { step: string, evidence: string } | null, runs: Array<{ cliSessionId: string, startedAt: string, endedAt: string | null }>, subagents: Array<{ id: string, type: string, task: string, status: string, toolCount: number, startedAt: string, endedAt: string | null, transcriptPath: string | null }>, agentTeam: { leaderId: string, memberIds: Array<string> } | null, requests: Array<{ id: string, kind: string, tool: string, input: unknown, inputRef: string | null, askedAt: string, always: string | null, answerable: boolean, subagentId: string | null }>, now: { kind: string, tool: string | null, text: string } | null, queue: Array<{ turnId: string, kind: string, text: string, phase: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const SessionFieldsFragmentDoc = new TypedDocumentString(`
    fragment SessionFields on Session {
  id
  team
  title
  cli
  origin
  agent
  originLabel
  hostId
  terminalId
  cliSessionId
  cwd
  model
  effort
  permissionMode
  status
  statusReason {
    rule
    event
    at
    guess
    quiet
    next {
      status
      at
    }
  }
  lifecycle
  marks
  match {
    step
    evidence
  }
  runs {
    cliSessionId
    startedAt
    endedAt
  }
  subagents {
    id
    type
    task
    status
    toolCount
    startedAt
    endedAt
    transcriptPath
  }
  agentTeam {
    leaderId
    memberIds
  }
  requests {
    id
    kind
    tool
    input
    inputRef
    askedAt
    always
    answerable
    subagentId
  }
  now {
    kind
    tool
    text
  }
  queue {
    turnId
    kind
    text
    phase
  }
  room
  archived
  pinned
  muted
  alert
  memoryBytes
  memoryMeasure
  createdAt
  lastSignalAt
  revision
}
    `, {"fragmentName":"SessionFields"}) as unknown as TypedDocumentString<SessionFieldsFragment, unknown>;
export const HostsDocument = new TypedDocumentString(`
    subscription Hosts {
  hosts {
    id
    name
    reachable
    version
    terminals
    waiting
    lastSeenAt
  }
}
    `) as unknown as TypedDocumentString<HostsSubscription, HostsSubscriptionVariables>;
export const DelayDocument = new TypedDocumentString(`
    subscription Delay {
  delay {
    behindMs
    at
  }
}
    `) as unknown as TypedDocumentString<DelaySubscription, DelaySubscriptionVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    name
  }
  sessions(includeEnded: true) {
    id
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const StartSessionDocument = new TypedDocumentString(`
    mutation StartSession($input: StartSessionInput!) {
  startSession(input: $input) {
    ...SessionFields
  }
}
    fragment SessionFields on Session {
  id
  team
  title
  cli
  origin
  agent
  originLabel
  hostId
  terminalId
  cliSessionId
  cwd
  model
  effort
  permissionMode
  status
  statusReason {
    rule
    event
    at
    guess
    quiet
    next {
      status
      at
    }
  }
  lifecycle
  marks
  match {
    step
    evidence
  }
  runs {
    cliSessionId
    startedAt
    endedAt
  }
  subagents {
    id
    type
    task
    status
    toolCount
    startedAt
    endedAt
    transcriptPath
  }
  agentTeam {
    leaderId
    memberIds
  }
  requests {
    id
    kind
    tool
    input
    inputRef
    askedAt
    always
    answerable
    subagentId
  }
  now {
    kind
    tool
    text
  }
  queue {
    turnId
    kind
    text
    phase
  }
  room
  archived
  pinned
  muted
  alert
  memoryBytes
  memoryMeasure
  createdAt
  lastSignalAt
  revision
}`) as unknown as TypedDocumentString<StartSessionMutation, StartSessionMutationVariables>;
export const SendTextDocument = new TypedDocumentString(`
    mutation SendText($sessionId: ID!, $text: String!, $requestId: ID) {
  sendText(sessionId: $sessionId, text: $text, requestId: $requestId) {
    turnId
  }
}
    `) as unknown as TypedDocumentString<SendTextMutation, SendTextMutationVariables>;
export const AnswerRequestDocument = new TypedDocumentString(`
    mutation AnswerRequest($input: AnswerRequestInput!) {
  answerRequest(input: $input) {
    commandId
  }
}
    `) as unknown as TypedDocumentString<AnswerRequestMutation, AnswerRequestMutationVariables>;
export const StopSessionDocument = new TypedDocumentString(`
    mutation StopSession($sessionId: ID!) {
  stopSession(sessionId: $sessionId) {
    id
  }
}
    `) as unknown as TypedDocumentString<StopSessionMutation, StopSessionMutationVariables>;
export const RelinkSessionDocument = new TypedDocumentString(`
    mutation RelinkSession($id: ID!, $to: ID!) {
  relinkSession(id: $id, to: $to) {
    id
  }
}
    `) as unknown as TypedDocumentString<RelinkSessionMutation, RelinkSessionMutationVariables>;
export const UnlinkSessionDocument = new TypedDocumentString(`
    mutation UnlinkSession($id: ID!) {
  unlinkSession(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<UnlinkSessionMutation, UnlinkSessionMutationVariables>;
export const SessionHistoryDocument = new TypedDocumentString(`
    query SessionHistory($id: ID!) {
  session(id: $id) {
    history {
      status
      reason {
        rule
        event
        at
        guess
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SessionHistoryQuery, SessionHistoryQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`
    subscription Sessions {
  sessions(includeEnded: true) {
    ...SessionFields
  }
}
    fragment SessionFields on Session {
  id
  team
  title
  cli
  origin
  agent
  originLabel
  hostId
  terminalId
  cliSessionId
  cwd
  model
  effort
  permissionMode
  status
  statusReason {
    rule
    event
    at
    guess
    quiet
    next {
      status
      at
    }
  }
  lifecycle
  marks
  match {
    step
    evidence
  }
  runs {
    cliSessionId
    startedAt
    endedAt
  }
  subagents {
    id
    type
    task
    status
    toolCount
    startedAt
    endedAt
    transcriptPath
  }
  agentTeam {
    leaderId
    memberIds
  }
  requests {
    id
    kind
    tool
    input
    inputRef
    askedAt
    always
    answerable
    subagentId
  }
  now {
    kind
    tool
    text
  }
  queue {
    turnId
    kind
    text
    phase
  }
  room
  archived
  pinned
  muted
  alert
  memoryBytes
  memoryMeasure
  createdAt
  lastSignalAt
  revision
}`) as unknown as TypedDocumentString<SessionsSubscription, SessionsSubscriptionVariables>;