import { randomUUID } from 'node:crypto';
import type { CliSessionId, CommandId, TerminalId, TurnId } from '@pitwall/contracts';

/** Ids made by chance stand here alone, so that everything else can be tested with given ones. */
export const newIds = {
  command: (): CommandId => `cmd-${randomUUID()}` as CommandId,
  terminal: (): TerminalId => `term-${randomUUID()}` as TerminalId,
  turn: (): TurnId => `turn-${randomUUID()}` as TurnId,
  /** The form that Claude Code takes for --session-id. */
  cliSession: (): CliSessionId => randomUUID() as CliSessionId,
};
