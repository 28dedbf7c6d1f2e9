import { COMMAND_STREAM, subjects, type CommandId, type HostId } from '@pitwall/contracts';
import type { OutboxMessage } from '@pitwall/service-kit';
import type { CommandFact } from '../core/launch.js';

/** How long a host may take a command, ms: what people wait for is void soon, what can be done late is not. */
const LIFETIME_MS: Record<CommandFact['verb'], number> = {
  'open-terminal': 60_000,
  'type-turn': 60_000,
  'answer-request': 30_000,
  'stop-terminal': 300_000,
  check: 3_000,
  trim: 60_000,
  resend: 10_000,
};

interface Numbered {
  readonly commandId: CommandId;
  readonly hostId: HostId;
  /** Server time, epoch ms. */
  readonly now: number;
}

export function commandMessage({ verb, data }: CommandFact, { commandId, hostId, now }: Numbered): OutboxMessage {
  const expiresAt = now + LIFETIME_MS[verb];
  return {
    stream: COMMAND_STREAM.name,
    subject: subjects.command(hostId, verb),
    key: hostId,
    payload: JSON.stringify({ v: 1, commandId, hostId, issuedAt: now, expiresAt, event: verb, data }),
    expiresAt,
  };
}
