import type { Card } from '@pitwall/contracts';

/** A session as `--json` prints it. */
export type Session = Card & { pinned: boolean; muted: boolean; alert: boolean };

/** Every field of the session's JSON shape, in its order. */
export const SESSION_FIELDS = `
  id team title cli origin originLabel hostId terminalId cliSessionId cwd model effort permissionMode
  status statusReason { rule event at guess next { status at } } lifecycle marks
  match { step evidence } runs { cliSessionId startedAt endedAt }
  subagents { id type task status toolCount startedAt endedAt } agentTeam { leaderId memberIds }
  requests { id kind tool input inputRef askedAt always subagentId } now { kind tool text } queue { turnId kind text phase }
  room archived pinned muted alert shared handsOff central memoryBytes memoryMeasure projects agent sourceSessionId
  createdAt lastSignalAt revision`;
