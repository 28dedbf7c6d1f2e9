import { sameProcess, type CliSessionId, type HookData, type SessionId } from '@pitwall/contracts';
import { equalFolder, only } from './folder-guess.js';
import { isSubagent } from './guards.js';
import { hasAgent, type HostView, type LinkedCard } from './host-view.js';
import { both, cardIn, type Known, type Of, type Routed, type RoutedFact, type Rules } from './routed.js';
import { joined, withEnd, type LinkedBy, type TeamMember } from './team-roster.js';

export interface Join {
  readonly member: SessionId;
  readonly leader: LinkedCard;
  readonly linkedBy: LinkedBy;
}

/** The card that shows, or has shown, this conversation. */
export const leaderNamed = (view: HostView, id: CliSessionId): LinkedCard | undefined =>
  view.cardOfSession(id) ?? view.cardOfAlias(id);

const PARENT_OPTION = /--parent-session-id[= ]([A-Za-z0-9._-]{1,128})/;

/** The leader that the agent's own command line names; its children's lines tell nothing. */
export const parentInCommandLine = (hook: HookData): CliSessionId | null => {
  const own = hook.ancestors.find((ancestor) => sameProcess(ancestor, hook.process));
  return (own?.command.match(PARENT_OPTION)?.[1] ?? null) as CliSessionId | null;
};

const TEAM_NAME = /^session-([A-Za-z0-9._-]{8})$/;

const leaderOfTeam = (view: HostView, teamName: unknown): LinkedCard | null => {
  const beginning = typeof teamName === 'string' ? TEAM_NAME.exec(teamName)?.[1] : undefined;
  if (beginning === undefined) return null;
  const ids = (card: LinkedCard) => [...(card.current === null ? [] : [card.current]), ...card.aliases];
  return only(view.agents().filter((card) => ids(card).some((id) => id.startsWith(beginning))));
};

interface Told {
  readonly view: HostView;
  readonly event: Of<'hook'>;
  readonly card: LinkedCard;
  readonly isNewExternal: boolean;
  readonly rules: Rules;
}

/** a SubagentStart there, and within `teamWindow` a new external card here; one such leader only. */
function leaderByFolder({ view, event, card, isNewExternal, rules }: Told): LinkedCard | null {
  const { payload, folder, cli } = event.data;
  if (!isNewExternal || payload.hook_event_name !== 'SessionStart') return null;
  return only(
    view
      .agents()
      .filter(
        (leader) =>
          leader.sessionId !== card.sessionId &&
          leader.cli === cli &&
          leader.spawnedT != null &&
          event.t - leader.spawnedT <= rules.timers.teamWindow &&
          equalFolder(leader.folder ?? leader.cwd, folder),
      ),
  );
}

/** How a teammate is linked to its leader, surest first (G-01, X-63). */
export const TEAM_LINKS: readonly {
  readonly linkedBy: LinkedBy;
  readonly find: (told: Told) => LinkedCard | null | undefined;
}[] = [
  {
    linkedBy: 'parent-session',
    find: ({ view, event: { data } }) => (data.parentSession === null ? null : leaderNamed(view, data.parentSession)),
  },
  {
    linkedBy: 'command-line',
    find: ({ view, event }) => {
      const parent = parentInCommandLine(event.data);
      return parent === null ? null : leaderNamed(view, parent);
    },
  },
  {
    linkedBy: 'team-name',
    find: ({ view, event: { data } }) =>
      data.payload.hook_event_name === 'TeammateIdle' ? leaderOfTeam(view, data.payload['team_name']) : null,
  },
  { linkedBy: 'folder', find: leaderByFolder },
];

/** Whose teammate the agent of this hook is; empty where it says nothing of it, or is one already. */
export function joinOf(view: HostView, event: Of<'hook'>, routed: Routed, rules: Rules): Join[] {
  const sessionId = routed.facts.find(({ fact }) => fact.event === 'hook')?.sessionId;
  const known = sessionId === undefined ? undefined : view.card(sessionId);
  const card = routed.cards.find((one) => one.sessionId === sessionId) ?? known;
  if (!card || card.member || isSubagent(event.data)) return [];
  const told: Told = { view, event, card, isNewExternal: known === undefined && card.terminalId === null, rules };
  for (const { linkedBy, find } of TEAM_LINKS) {
    const leader = find(told);
    if (leader && leader.sessionId !== card.sessionId) return [{ member: card.sessionId, leader, linkedBy }];
  }
  return [];
}

/** Adds to what an event has led to what it means to teams: the whole roster, to the leader and to every member. */
export function withTeams(view: HostView, event: Known, routed: Routed, more: { joins: Join[]; rules: Rules }): Routed {
  const rosters = new Map<SessionId, TeamMember[]>();
  const rosterOf = (leader: LinkedCard) => rosters.get(leader.sessionId) ?? [...(leader.team?.members ?? [])];
  const cards: LinkedCard[] = [];
  for (const card of routed.cards) {
    const before = view.card(card.sessionId);
    const leader = card.member && view.card(card.member.leaderId);
    if (!leader || !before || hasAgent(before) === hasAgent(card)) continue;
    rosters.set(leader.sessionId, withEnd(rosterOf(leader), card.sessionId, hasAgent(card) ? null : event.t));
  }
  for (const { member, leader, linkedBy } of more.joins) {
    const card = routed.cards.find((one) => one.sessionId === member) ?? view.card(member);
    if (!card || card.member) continue;
    const endedT = hasAgent(card) ? null : event.t;
    const entry: TeamMember = { sessionId: member, linkedBy, endedT };
    rosters.set(leader.sessionId, joined(rosterOf(leader), entry, event.t, more.rules.timers));
    cards.push({ ...card, member: { leaderId: leader.sessionId } });
  }
  return [...rosters].reduce(
    (result, [leaderId, members]) => {
      const leader = view.card(leaderId);
      return leader ? both(result, announce(cardIn(result, leader), members)) : result;
    },
    both(routed, { facts: [], cards }),
  );
}

/** `also`: cards that have just left the team. */
export function announce(
  leader: LinkedCard,
  members: readonly TeamMember[],
  also: readonly SessionId[] = [],
): { facts: RoutedFact[]; cards: LinkedCard[] } {
  const data = { leaderId: leader.sessionId, members: [...members] };
  const told = new Set([leader.sessionId, ...members.map(({ sessionId }) => sessionId), ...also]);
  return {
    facts: [...told].map((sessionId) => ({ sessionId, fact: { event: 'team-changed', data } })),
    cards: [{ ...leader, team: { members } }],
  };
}
