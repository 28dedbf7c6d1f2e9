import type { SessionEventOf, SessionId, Timers } from '@pitwall/contracts';

export type TeamMember = SessionEventOf<'team-changed'>['data']['members'][number];
export type LinkedBy = TeamMember['linkedBy'];

/** Which card leads this one. */
export interface Membership {
  readonly leaderId: SessionId;
}

/** Whom this card leads. */
export interface Leading {
  readonly members: readonly TeamMember[];
}

/** The team's removal is session-state's (G-02): after it the next member begins a new team. */
const hasGone = (members: readonly TeamMember[], t: number, timers: Timers): boolean =>
  members.every(({ endedT }) => endedT !== null && endedT + timers.teamRemoval <= t);

export function joined(members: readonly TeamMember[], member: TeamMember, t: number, timers: Timers): TeamMember[] {
  const others = members.filter(({ sessionId }) => sessionId !== member.sessionId);
  return [...(hasGone(others, t, timers) ? [] : others), member];
}

export const withEnd = (members: readonly TeamMember[], sessionId: SessionId, endedT: number | null): TeamMember[] =>
  members.map((member) => (member.sessionId === sessionId ? { ...member, endedT } : member));
