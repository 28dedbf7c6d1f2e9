import { z } from 'zod';
import { card, status } from './card.v1.js';
import { cli, commandId, hostId, requestId, sessionId, teamId, turnId } from './ids.js';
import { isStorable } from './text.js';

/** Requests to session-state (request/reply, by the shard of the session). The same `requestId` gets the same receipt. */
const idempotent = { requestId };

const text = (max: number) => z.string().max(max).refine(isStorable, 'a text has no NUL and no half characters');

/** It becomes a word of the CLI's command line, and must not pass for an option there. */
const optionValue = (max: number) =>
  text(max).refine((value) => !value.startsWith('-'), 'it must not begin with a dash');

const historyEntry = z.object({
  status,
  reason: z.object({ rule: z.string(), event: z.string(), at: z.string(), guess: z.boolean() }),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const SESSION_REQUESTS = {
  start: {
    request: z.object({
      ...idempotent,
      sessionId,
      team: teamId,
      hostId,
      cli,
      cwd: text(4096).min(1),
      title: text(200).nullable(),
      prompt: text(100_000).nullable(),
      model: optionValue(200).nullable(),
      permissionMode: optionValue(64).nullable(),
      room: text(100).nullable(),
    }),
    reply: z.object({ sessionId }),
  },
  send: {
    request: z.object({ ...idempotent, sessionId, text: text(1_000_000).min(1) }),
    reply: z.object({ turnId }),
  },
  answer: {
    request: z.object({
      ...idempotent,
      sessionId,
      dialogId: requestId,
      behavior: z.enum(['allow', 'allow-always', 'deny']),
      message: text(10_000).nullable(),
      by: z.string(),
    }),
    reply: z.object({ commandId }),
  },
  stop: { request: z.object({ ...idempotent, sessionId }), reply: z.object({ sessionId }) },
  show: { request: z.object({ sessionId }), reply: z.object({ card: card.schema }) },
  history: { request: z.object({ sessionId }), reply: z.object({ history: z.array(historyEntry) }) },
} as const;

export type SessionVerb = keyof typeof SESSION_REQUESTS;
export type SessionRequest<V extends SessionVerb> = z.infer<(typeof SESSION_REQUESTS)[V]['request']>;
export type SessionReply<V extends SessionVerb> = z.infer<(typeof SESSION_REQUESTS)[V]['reply']>;

/** The matcher sends a session's log again from `from` on; `firstAvailable` says where its table begins. */
export const RESEND_SESSION = {
  request: z.object({ sessionId, from: z.number().int().positive() }),
  reply: z.object({ firstAvailable: z.number().int().positive().nullable() }),
} as const;

/** A person moves what a card shows to another card, or (`to: null`) to a card of its own (M-06); served by the matcher. */
export const RELINK_SESSION = {
  request: z.object({ ...idempotent, hostId, sessionId, to: sessionId.nullable(), by: z.string().max(200) }),
  /** The card that shows the conversation now. */
  reply: z.object({ sessionId }),
} as const;
export type RelinkRequest = z.infer<typeof RELINK_SESSION.request>;
