/* eslint-disable */
import * as types from './graphql';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  subscription Hosts {\n    hosts {\n      id\n      name\n      reachable\n      version\n      terminals\n      waiting\n      lastSeenAt\n    }\n  }\n": typeof types.HostsDocument,
    "\n  subscription Delay {\n    delay {\n      behindMs\n      at\n    }\n  }\n": typeof types.DelayDocument,
    "\n  query Viewer {\n    viewer {\n      name\n    }\n    sessions(includeEnded: true) {\n      id\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  mutation StartSession($input: StartSessionInput!) {\n    startSession(input: $input) {\n      ...SessionFields\n    }\n  }\n": typeof types.StartSessionDocument,
    "\n  mutation SendText($sessionId: ID!, $text: String!, $requestId: ID) {\n    sendText(sessionId: $sessionId, text: $text, requestId: $requestId) {\n      turnId\n    }\n  }\n": typeof types.SendTextDocument,
    "\n  mutation AnswerRequest($input: AnswerRequestInput!) {\n    answerRequest(input: $input) {\n      commandId\n    }\n  }\n": typeof types.AnswerRequestDocument,
    "\n  mutation StopSession($sessionId: ID!) {\n    stopSession(sessionId: $sessionId) {\n      id\n    }\n  }\n": typeof types.StopSessionDocument,
    "\n  mutation RelinkSession($id: ID!, $to: ID!) {\n    relinkSession(id: $id, to: $to) {\n      id\n    }\n  }\n": typeof types.RelinkSessionDocument,
    "\n  mutation UnlinkSession($id: ID!) {\n    unlinkSession(id: $id) {\n      id\n    }\n  }\n": typeof types.UnlinkSessionDocument,
    "\n  query SessionHistory($id: ID!) {\n    session(id: $id) {\n      history {\n        status\n        reason {\n          rule\n          event\n          at\n          guess\n        }\n      }\n    }\n  }\n": typeof types.SessionHistoryDocument,
    "\n  fragment SessionFields on Session {\n    id\n    team\n    title\n    cli\n    origin\n    agent\n    originLabel\n    hostId\n    terminalId\n    cliSessionId\n    cwd\n    model\n    effort\n    permissionMode\n    status\n    statusReason {\n      rule\n      event\n      at\n      guess\n      quiet\n      next {\n        status\n        at\n      }\n    }\n    lifecycle\n    marks\n    match {\n      step\n      evidence\n    }\n    runs {\n      cliSessionId\n      startedAt\n      endedAt\n    }\n    subagents {\n      id\n      type\n      task\n      status\n      toolCount\n      startedAt\n      endedAt\n      transcriptPath\n    }\n    agentTeam {\n      leaderId\n      memberIds\n    }\n    requests {\n      id\n      kind\n      tool\n      input\n      inputRef\n      askedAt\n      always\n      answerable\n      subagentId\n    }\n    now {\n      kind\n      tool\n      text\n    }\n    queue {\n      turnId\n      kind\n      text\n      phase\n    }\n    room\n    archived\n    pinned\n    muted\n    alert\n    memoryBytes\n    memoryMeasure\n    createdAt\n    lastSignalAt\n    revision\n  }\n": typeof types.SessionFieldsFragmentDoc,
    "\n  subscription Sessions {\n    sessions(includeEnded: true) {\n      ...SessionFields\n    }\n  }\n": typeof types.SessionsDocument,
};
const documents: Documents = {
    "\n  subscription Hosts {\n    hosts {\n      id\n      name\n      reachable\n      version\n      terminals\n      waiting\n      lastSeenAt\n    }\n  }\n": types.HostsDocument,
    "\n  subscription Delay {\n    delay {\n      behindMs\n      at\n    }\n  }\n": types.DelayDocument,
    "\n  query Viewer {\n    viewer {\n      name\n    }\n    sessions(includeEnded: true) {\n      id\n    }\n  }\n": types.ViewerDocument,
    "\n  mutation StartSession($input: StartSessionInput!) {\n    startSession(input: $input) {\n      ...SessionFields\n    }\n  }\n": types.StartSessionDocument,
    "\n  mutation SendText($sessionId: ID!, $text: String!, $requestId: ID) {\n    sendText(sessionId: $sessionId, text: $text, requestId: $requestId) {\n      turnId\n    }\n  }\n": types.SendTextDocument,
    "\n  mutation AnswerRequest($input: AnswerRequestInput!) {\n    answerRequest(input: $input) {\n      commandId\n    }\n  }\n": types.AnswerRequestDocument,
    "\n  mutation StopSession($sessionId: ID!) {\n    stopSession(sessionId: $sessionId) {\n      id\n    }\n  }\n": types.StopSessionDocument,
    "\n  mutation RelinkSession($id: ID!, $to: ID!) {\n    relinkSession(id: $id, to: $to) {\n      id\n    }\n  }\n": types.RelinkSessionDocument,
    "\n  mutation UnlinkSession($id: ID!) {\n    unlinkSession(id: $id) {\n      id\n    }\n  }\n": types.UnlinkSessionDocument,
    "\n  query SessionHistory($id: ID!) {\n    session(id: $id) {\n      history {\n        status\n        reason {\n          rule\n          event\n          at\n          guess\n        }\n      }\n    }\n  }\n": types.SessionHistoryDocument,
    "\n  fragment SessionFields on Session {\n    id\n    team\n    title\n    cli\n    origin\n    agent\n    originLabel\n    hostId\n    terminalId\n    cliSessionId\n    cwd\n    model\n    effort\n    permissionMode\n    status\n    statusReason {\n      rule\n      event\n      at\n      guess\n      quiet\n      next {\n        status\n        at\n      }\n    }\n    lifecycle\n    marks\n    match {\n      step\n      evidence\n    }\n    runs {\n      cliSessionId\n      startedAt\n      endedAt\n    }\n    subagents {\n      id\n      type\n      task\n      status\n      toolCount\n      startedAt\n      endedAt\n      transcriptPath\n    }\n    agentTeam {\n      leaderId\n      memberIds\n    }\n    requests {\n      id\n      kind\n      tool\n      input\n      inputRef\n      askedAt\n      always\n      answerable\n      subagentId\n    }\n    now {\n      kind\n      tool\n      text\n    }\n    queue {\n      turnId\n      kind\n      text\n      phase\n    }\n    room\n    archived\n    pinned\n    muted\n    alert\n    memoryBytes\n    memoryMeasure\n    createdAt\n    lastSignalAt\n    revision\n  }\n": types.SessionFieldsFragmentDoc,
    "\n  subscription Sessions {\n    sessions(includeEnded: true) {\n      ...SessionFields\n    }\n  }\n": types.SessionsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Hosts {\n    hosts {\n      id\n      name\n      reachable\n      version\n      terminals\n      waiting\n      lastSeenAt\n    }\n  }\n"): typeof import('./graphql').HostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Delay {\n    delay {\n      behindMs\n      at\n    }\n  }\n"): typeof import('./graphql').DelayDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    viewer {\n      name\n    }\n    sessions(includeEnded: true) {\n      id\n    }\n  }\n"): typeof import('./graphql').ViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartSession($input: StartSessionInput!) {\n    startSession(input: $input) {\n      ...SessionFields\n    }\n  }\n"): typeof import('./graphql').StartSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendText($sessionId: ID!, $text: String!, $requestId: ID) {\n    sendText(sessionId: $sessionId, text: $text, requestId: $requestId) {\n      turnId\n    }\n  }\n"): typeof import('./graphql').SendTextDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AnswerRequest($input: AnswerRequestInput!) {\n    answerRequest(input: $input) {\n      commandId\n    }\n  }\n"): typeof import('./graphql').AnswerRequestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StopSession($sessionId: ID!) {\n    stopSession(sessionId: $sessionId) {\n      id\n    }\n  }\n"): typeof import('./graphql').StopSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RelinkSession($id: ID!, $to: ID!) {\n    relinkSession(id: $id, to: $to) {\n      id\n    }\n  }\n"): typeof import('./graphql').RelinkSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnlinkSession($id: ID!) {\n    unlinkSession(id: $id) {\n      id\n    }\n  }\n"): typeof import('./graphql').UnlinkSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SessionHistory($id: ID!) {\n    session(id: $id) {\n      history {\n        status\n        reason {\n          rule\n          event\n          at\n          guess\n        }\n      }\n    }\n  }\n"): typeof import('./graphql').SessionHistoryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SessionFields on Session {\n    id\n    team\n    title\n    cli\n    origin\n    agent\n    originLabel\n    hostId\n    terminalId\n    cliSessionId\n    cwd\n    model\n    effort\n    permissionMode\n    status\n    statusReason {\n      rule\n      event\n      at\n      guess\n      quiet\n      next {\n        status\n        at\n      }\n    }\n    lifecycle\n    marks\n    match {\n      step\n      evidence\n    }\n    runs {\n      cliSessionId\n      startedAt\n      endedAt\n    }\n    subagents {\n      id\n      type\n      task\n      status\n      toolCount\n      startedAt\n      endedAt\n      transcriptPath\n    }\n    agentTeam {\n      leaderId\n      memberIds\n    }\n    requests {\n      id\n      kind\n      tool\n      input\n      inputRef\n      askedAt\n      always\n      answerable\n      subagentId\n    }\n    now {\n      kind\n      tool\n      text\n    }\n    queue {\n      turnId\n      kind\n      text\n      phase\n    }\n    room\n    archived\n    pinned\n    muted\n    alert\n    memoryBytes\n    memoryMeasure\n    createdAt\n    lastSignalAt\n    revision\n  }\n"): typeof import('./graphql').SessionFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Sessions {\n    sessions(includeEnded: true) {\n      ...SessionFields\n    }\n  }\n"): typeof import('./graphql').SessionsDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
