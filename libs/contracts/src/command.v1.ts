import { z } from 'zod';
import { defineLog } from './define.js';
import { cli, cliSessionId, commandId, hostId, requestId, sessionId, terminalId, turnId } from './ids.js';

/** A command to a host: idempotent by id, void after its deadline. */
export const commandEnvelope = z.object({
  v: z.literal(1),
  commandId,
  hostId,
  /** Server time, epoch ms; the host knows its offset to the server. */
  issuedAt: z.number().int(),
  expiresAt: z.number().int(),
});

export const COMMAND_EVENTS = {
  'open-terminal': z.object({
    sessionId,
    terminalId,
    cli,
    cwd: z.string(),
    cliSessionId: cliSessionId.nullable(),
    model: z.string().nullable(),
    permissionMode: z.string().nullable(),
    /** The first prompt, handed to the CLI as its argument. */
    prompt: z.string().max(100_000).nullable(),
    cols: z.number().int().min(2).max(1000),
    rows: z.number().int().min(2).max(1000),
  }),
  /** Types a prompt and submits it. */
  'type-turn': z.object({ sessionId, terminalId, turnId, text: z.string().min(1).max(1_000_000) }),
  'answer-request': z.object({
    sessionId,
    requestId,
    behavior: z.enum(['allow', 'deny']),
    message: z.string().max(10_000).nullable(),
    /** Rules of the CLI's own suggestion that hold from now on ("allow always"); handed back as the CLI gave them. */
    updatedPermissions: z.array(z.unknown()).nullable().default(null),
  }),
  'stop-terminal': z.object({ sessionId, terminalId }),
  /** Asks for the facts that a due deadline needs; answered by `checked` in the host's log. */
  check: z.object({
    checkId: z.string(),
    sessionId,
    terminalId: terminalId.nullable(),
    cliSessionId: cliSessionId.nullable(),
    /** Host time of each tool call whose children are asked about. */
    calls: z.array(z.object({ callId: z.string(), sinceT: z.number() })),
  }),
  /** Everything up to this hostSeq is committed: the spool may forget it. */
  trim: z.object({ through: z.number().int().nonnegative() }),
  /** A reader misses something: send again from this hostSeq on. */
  resend: z.object({ from: z.number().int().positive() }),
} as const;

export const commandLog = defineLog('command', commandEnvelope, COMMAND_EVENTS);
export type Command = ReturnType<typeof commandLog.parse>;
export type CommandVerb = keyof typeof COMMAND_EVENTS;
export type CommandOf<K extends CommandVerb> = Extract<Command, { event: K }>;
export type CommandData<K extends CommandVerb> = z.infer<(typeof COMMAND_EVENTS)[K]>;
