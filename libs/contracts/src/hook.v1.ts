import { z } from 'zod';
import { cli, cliSessionId, requestId, terminalId } from './ids.js';
import { processIdentity } from './process-identity.js';

/** A value over 8 KB, kept in the host's object bucket under its sha256; `head` is its first 8 KB as text. */
export const bodyRef = z.object({
  $ref: z.object({ sha256: z.string(), bytes: z.number().int().nonnegative(), head: z.string() }),
});
export type BodyRef = z.infer<typeof bodyRef>;

/** What stands for a large value; null for any other one, also for one that only has a `$ref` of its own. */
export function readBodyRef(value: unknown): BodyRef['$ref'] | null {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return null;
  const parsed = bodyRef.safeParse(value);
  return parsed.success ? parsed.data.$ref : null;
}

/** Values of this size or less (bytes of JSON) travel inside the message. */
export const INLINE_BODY_BYTES = 8192;

/**
 * What a CLI hands its hook. Only what the rules read is named; everything else stays as it came.
 * Source: the CLIs' own hook payloads.
 */
export const hookPayload = z.looseObject({
  session_id: cliSessionId,
  hook_event_name: z.string().min(1).max(64),
  cwd: z.string().optional(),
  transcript_path: z.string().nullish(),
  permission_mode: z.string().optional(),
  model: z.string().optional(),
  effort: z.union([z.looseObject({ level: z.string() }), z.string()]).optional(),
  source: z.string().optional(),
  reason: z.string().optional(),
  prompt_id: z.string().optional(),
  turn_id: z.string().optional(),
  tool_name: z.string().optional(),
  tool_use_id: z.string().optional(),
  tool_input: z.unknown().optional(),
  agent_id: z.string().optional(),
  agent_type: z.string().optional(),
});
export type HookPayload = z.infer<typeof hookPayload>;

/** One process of the chain above a command hook, nearest first. */
export const ancestor = processIdentity.extend({ command: z.string().max(512) });

export const hookData = z.object({
  cli,
  payload: hookPayload,
  /** How it came in: the CLI's own http hook, or the spool file of the hook script. */
  via: z.enum(['http', 'command']),
  terminalId: terminalId.nullable(),
  /** The payload's folder as a real path (no links, no trailing slash, letters as the disk has them); null: not there. */
  folder: z.string().nullable().default(null),
  /** CLAUDE_CODE_ENTRYPOINT: `cli` for a person's terminal, `sdk-cli` for a headless run. */
  entrypoint: z.string().max(64).nullable(),
  parentSession: cliSessionId.nullable(),
  termProgram: z.string().max(64).nullable(),
  /** The agent's own process, where it is known. */
  process: processIdentity.nullable(),
  /** Whether that process has a controlling terminal; null = can't tell. */
  hasTty: z.boolean().nullable(),
  ancestors: z.array(ancestor).max(32),
  /** Set while the CLI waits for the answer of this hook (a permission dialog that can be answered from outside). */
  requestId: requestId.nullable(),
  /** The body was longer than 16 MB and was cut. */
  truncated: z.boolean(),
});
export type HookData = z.infer<typeof hookData>;
