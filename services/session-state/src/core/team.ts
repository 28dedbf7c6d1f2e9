import type { SessionEventOf, Timers } from '@pitwall/contracts';
import type { Session } from './session.js';

/** G-01: the matcher tells the whole team to everyone in it; an older telling says nothing new. */
export function teamChanged(session: Session, event: SessionEventOf<'team-changed'>): null {
  const { leaderId, members } = event.data;
  if (session.agentTeam && event.hostSeq < session.agentTeam.seq) return null;
  // the leader is no member.
  const others = members.filter((member) => member.sessionId !== leaderId);
  session.agentTeam =
    others.length === 0
      ? null
      : { leaderId, members: others.map(({ sessionId, endedT }) => ({ sessionId, endedT })), seq: event.hostSeq };
  return null;
}

/** G-02: host time at which the team is taken off; null while somebody of it is at work. */
export function teamRemovalT({ agentTeam }: Session, timers: Timers): number | null {
  if (!agentTeam) return null;
  const ends = agentTeam.members.map(({ endedT }) => endedT);
  return ends.includes(null) ? null : Math.max(...ends.map((t) => t ?? 0)) + timers.teamRemoval;
}
