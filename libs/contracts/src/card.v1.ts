import { z } from 'zod';
import { defineMessage } from './define.js';
import { cli, cliSessionId, hostId, requestId, sessionId, teamId, terminalId } from './ids.js';
import { matchStep } from './session.v1.js';

export const status = z.enum(['connecting', 'idle', 'prompting', 'working', 'approval', 'input', 'waiting', 'ended']);
export type Status = z.infer<typeof status>;

export const lifecycle = z.enum(['starting', 'running', 'stopping', 'stopped', 'failed']);
export type Lifecycle = z.infer<typeof lifecycle>;

export const mark = z.enum(['asleep', 'awaiting-results', 'host-unreachable', 'hooks-missing', 'hook-gap']);
export type Mark = z.infer<typeof mark>;

/** ISO 8601 in UTC with ms. */
const time = z.string();

/** Why a status is what it is (S-10). */
export const statusReason = z.object({
  /** Id of the row that decided. */
  rule: z.string(),
  event: z.string(),
  at: time,
  /** True: a timer's guess that the CLI has not confirmed. */
  guess: z.boolean(),
  /** A guess that is to make no sound: that CLI reports its dialogs on that host. */
  quiet: z.boolean().default(false),
  /** What changes it if nothing else happens. */
  next: z.object({ status, at: time }).nullable(),
});
export type StatusReason = z.infer<typeof statusReason>;

export const dialog = z.object({
  id: requestId,
  kind: z.enum(['permission', 'question', 'plan']),
  tool: z.string(),
  /** What the tool was called with; cut to 8 KB, the rest under `inputRef`. */
  input: z.unknown(),
  inputRef: z.string().nullable(),
  askedAt: time,
  /** What "allow always" would allow from now on, in words; null where the CLI offers none. */
  always: z.string().nullable().default(null),
  /** False: the CLI told of it and waits for nobody but its own terminal. */
  answerable: z.boolean().default(true),
  subagentId: z.string().nullable(),
});
/** The newest thing that is known of the agent's work, for one line on the board. */
export const nowLine = z.object({
  kind: z.enum(['prompt', 'tool', 'words']),
  tool: z.string().nullable(),
  /** The prompt, the tool's main argument or the agent's last words; cut to 200 characters. */
  text: z.string(),
});
export type NowLine = z.infer<typeof nowLine>;

export type Dialog = z.infer<typeof dialog>;

/** A session as the board shows it: the value in the cards bucket. Flags of the person who asks are added by the gateway. */
export const card = defineMessage(
  'card',
  z.object({
    id: sessionId,
    team: teamId,
    title: z.string(),
    cli,
    origin: z.enum(['terminal', 'managed', 'external']),
    originLabel: z.string().nullable(),
    hostId,
    terminalId: terminalId.nullable(),
    cliSessionId: cliSessionId.nullable(),
    cwd: z.string(),
    model: z.string().nullable(),
    effort: z.string().nullable(),
    permissionMode: z.string().nullable(),
    status,
    statusReason,
    lifecycle: lifecycle.nullable(),
    marks: z.array(mark),
    match: z.object({ step: matchStep, evidence: z.string() }).nullable(),
    runs: z.array(z.object({ cliSessionId, startedAt: time, endedAt: time.nullable() })).max(6),
    subagents: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        task: z.string(),
        status: z.enum(['running', 'done', 'failed']),
        toolCount: z.number().int().nonnegative(),
        startedAt: time,
        endedAt: time.nullable(),
        /** Its transcript on the host, where it is known. */
        transcriptPath: z.string().nullable().default(null),
      }),
    ),
    agentTeam: z.object({ leaderId: sessionId, memberIds: z.array(sessionId) }).nullable(),
    requests: z.array(dialog),
    now: nowLine.nullable().default(null),
    queue: z.array(z.object({ turnId: z.string(), kind: z.string(), text: z.string(), phase: z.string() })),
    room: z.string().nullable(),
    archived: z.boolean(),
    shared: z.boolean(),
    handsOff: z.boolean(),
    central: z.boolean(),
    memoryBytes: z.number().nullable(),
    memoryMeasure: z.enum(['pss', 'rss']).nullable(),
    projects: z.array(z.string()),
    agent: z.string().nullable(),
    sourceSessionId: sessionId.nullable(),
    createdAt: time,
    lastSignalAt: time,
    /** Grows with every change: a lower one is older. */
    revision: z.number().int().positive(),
  }),
);
export type Card = z.infer<typeof card.schema>;
