import { graphql } from '../generated/index.js';

export const HOSTS = graphql(`
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
`);

export const DELAY = graphql(`
  subscription Delay {
    delay {
      behindMs
      at
    }
  }
`);

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      name
    }
    sessions(includeEnded: true) {
      id
    }
  }
`);

export const START_SESSION = graphql(`
  mutation StartSession($input: StartSessionInput!) {
    startSession(input: $input) {
      ...SessionFields
    }
  }
`);

export const SEND_TEXT = graphql(`
  mutation SendText($sessionId: ID!, $text: String!, $requestId: ID) {
    sendText(sessionId: $sessionId, text: $text, requestId: $requestId) {
      turnId
    }
  }
`);

export const ANSWER_REQUEST = graphql(`
  mutation AnswerRequest($input: AnswerRequestInput!) {
    answerRequest(input: $input) {
      commandId
    }
  }
`);

export const STOP_SESSION = graphql(`
  mutation StopSession($sessionId: ID!) {
    stopSession(sessionId: $sessionId) {
      id
    }
  }
`);

export const RELINK_SESSION = graphql(`
  mutation RelinkSession($id: ID!, $to: ID!) {
    relinkSession(id: $id, to: $to) {
      id
    }
  }
`);

export const UNLINK_SESSION = graphql(`
  mutation UnlinkSession($id: ID!) {
    unlinkSession(id: $id) {
      id
    }
  }
`);

export const SESSION_HISTORY = graphql(`
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
`);
