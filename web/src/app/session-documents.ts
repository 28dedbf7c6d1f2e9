import { graphql } from '../generated/index.js';

graphql(`
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
`);

export const SESSIONS = graphql(`
  subscription Sessions {
    sessions(includeEnded: true) {
      ...SessionFields
    }
  }
`);
