import { TEAM_OF_HOST, subjects, type TeamId } from '@pitwall/contracts';
import type { Bus } from '@pitwall/service-kit';

const TIMEOUT_MS = 1_000;

/** Which team a host belongs to, asked of the directory once per host; its silence only delays the batch. */
export const teamDirectory =
  (bus: Bus) =>
  async (hostId: string): Promise<TeamId> => {
    const reply = await bus.request(subjects.directory('team-of-host'), { hostId }, { timeoutMs: TIMEOUT_MS });
    return TEAM_OF_HOST.reply.parse(reply).team;
  };
