import { z } from 'zod';
import { defineLog } from './define.js';
import { HOST_EVENTS } from './host.v1.js';
import { cli, cliSessionId, hostId, sessionId, teamId, terminalId } from './ids.js';
import { processIdentity } from './process-identity.js';

/** The steps by which a CLI session is linked to a card, surest first (M-01, X-45). */
export const matchStep = z.enum([
  'launch',
  'resume',
  'terminal-id',
  'same-process',
  'folder',
  'connecting-scan',
  'process-parent',
  'adoption',
  'external',
  'scan',
  'manual',
]);
export type MatchStep = z.infer<typeof matchStep>;

/** The order of everything that happened to a session. Written by the matcher alone. */
export const sessionEnvelope = z.object({
  v: z.literal(1),
  sessionId,
  /** 1, 2, 3 … without a hole. */
  sessionSeq: z.number().int().positive(),
  hostId,
  hostSeq: z.number().int().nonnegative(),
  /** Wall clock of the host, epoch ms: for people only. */
  at: z.number().int(),
  /** Host time, ms (see the host log). */
  t: z.number(),
});

/** Characters in which a link says why it is right. */
export const EVIDENCE_MAX = 512;

export const SESSION_EVENTS = {
  /** The card begins: a terminal of ours opened, or an agent that someone started elsewhere was seen. */
  opened: z.object({
    team: teamId,
    cli,
    cwd: z.string(),
    origin: z.enum(['terminal', 'external']),
    originLabel: z.string().nullable(),
    terminalId: terminalId.nullable(),
    /** Its process, where a look at all processes found it before any hook did (M-03): it is there, and no more is known. */
    process: processIdentity.optional(),
  }),
  /** From here on the hooks of this CLI session belong to this card. */
  linked: z.object({
    cliSessionId,
    step: matchStep,
    evidence: z.string().max(EVIDENCE_MAX),
    process: processIdentity.nullable(),
  }),
  /** The card's conversation is shown by another card from here on, with all that it did since it was linked here. */
  unlinked: z.object({
    cliSessionId,
    movedTo: sessionId,
    evidence: z.string().max(EVIDENCE_MAX),
  }),
  /** The whole team, told to its leader and to every member whenever it changes (G-01). */
  'team-changed': z.object({
    leaderId: sessionId,
    members: z.array(
      z.object({
        sessionId,
        linkedBy: z.enum(['parent-session', 'command-line', 'team-name', 'folder']),
        /** Host time at which it ended; null: it is at work. */
        endedT: z.number().nullable(),
      }),
    ),
  }),
  hook: HOST_EVENTS.hook,
  'terminal-open-failed': HOST_EVENTS['terminal-open-failed'],
  'terminal-closed': HOST_EVENTS['terminal-closed'],
  'terminal-active': HOST_EVENTS['terminal-active'],
  /** `terminalId` null: a look at all processes found the agent of a card that had none. */
  'process-seen': HOST_EVENTS['process-seen'].extend({ terminalId: terminalId.nullable() }),
  'process-gone': HOST_EVENTS['process-gone'],
  'cli-state': HOST_EVENTS['cli-state'],
  'resume-typed': HOST_EVENTS['resume-typed'],
  checked: HOST_EVENTS.checked,
  'turn-typed': HOST_EVENTS['turn-typed'],
  'turn-refused': HOST_EVENTS['turn-refused'],
  'request-answered': HOST_EVENTS['request-answered'],
  'request-withdrawn': HOST_EVENTS['request-withdrawn'],
} as const;

export const sessionLog = defineLog('session', sessionEnvelope, SESSION_EVENTS);
export type SessionEvent = ReturnType<typeof sessionLog.parse>;
export type SessionEventName = keyof typeof SESSION_EVENTS;
export type SessionEventOf<K extends SessionEventName> = Extract<SessionEvent, { event: K }>;
/** A session event before the matcher has numbered it. */
export type SessionFact = {
  [K in SessionEventName]: { event: K; data: z.infer<(typeof SESSION_EVENTS)[K]> };
}[SessionEventName];
