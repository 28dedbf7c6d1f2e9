import { z } from 'zod';

/** Ids are opaque words of this alphabet, so that each can stand in a subject, a file name and a URL. */
const word = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id has 1 to 64 characters of A-Z a-z 0-9 _ -');

export const hostId = word.brand<'HostId'>();
export const teamId = word.brand<'TeamId'>();
export const sessionId = word.brand<'SessionId'>();
export const terminalId = word.brand<'TerminalId'>();
export const commandId = word.brand<'CommandId'>();
export const requestId = word.brand<'RequestId'>();
export const turnId = word.brand<'TurnId'>();

/** The id that the CLI itself gives a conversation. */
export const cliSessionId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,128}$/, 'a session id has 1 to 128 characters of A-Z a-z 0-9 . _ -')
  .brand<'CliSessionId'>();

export type HostId = z.infer<typeof hostId>;
export type TeamId = z.infer<typeof teamId>;
export type SessionId = z.infer<typeof sessionId>;
export type TerminalId = z.infer<typeof terminalId>;
export type CommandId = z.infer<typeof commandId>;
export type RequestId = z.infer<typeof requestId>;
export type TurnId = z.infer<typeof turnId>;
export type CliSessionId = z.infer<typeof cliSessionId>;

export const cli = z.enum(['claude', 'codex']);
export type Cli = z.infer<typeof cli>;
