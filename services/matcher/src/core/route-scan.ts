import {
  sameProcess,
  type AgentFound,
  type MatchStep,
  type ProcessIdentity,
  type SessionFact,
} from '@pitwall/contracts';
import { equalFolder, terminalAbove } from './folder-guess.js';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';
import { launcherCard } from './launcher.js';
import { originLabel } from './origin-label.js';
import { NOTHING, blankCard, both, evidenceText, openedOutside, type Of, type Routed, type Rules } from './routed.js';
import { leaderNamed, type Join } from './teams.js';

interface Looking {
  readonly view: HostView;
  readonly event: Of<'agents-scanned'>;
  readonly rules: Rules;
}

/** What one agent of the list leads to, and its card where it has one. */
interface Placed {
  readonly routed: Pick<Routed, 'facts' | 'cards'>;
  readonly card: LinkedCard | null;
  readonly terminals?: readonly Terminal[];
}

const nothing: Pick<Routed, 'facts' | 'cards'> = { facts: [], cards: [] };

/**
 * M-03: every interactive agent of the machine. One outside our terminals gets a card if it has none; one in a terminal
 * of ours is that terminal's: without hooks (Codex before they are trusted) only this tells which conversation it has.
 */
export function routeScan(looking: Looking): { routed: Routed; joins: Join[] } {
  const { view, event } = looking;
  let routed: Routed = NOTHING;
  const joins: Join[] = [];
  event.data.agents.forEach((agent, n) => {
    // A list that names a process or a conversation twice is believed once.
    const already = routed.cards.some(
      (card) =>
        sameProcess(card.process, agent.process) ||
        (agent.cliSessionId !== null && card.current === agent.cliSessionId),
    );
    if (already) return;
    const terminal = terminalAbove(view, agent.ancestors);
    const placed = terminal ? inTerminal(looking, agent, terminal) : place(looking, agent, n);
    // Two processes of one list never share a card: the first one has it.
    if (placed.routed.cards.some((card) => routed.cards.some((one) => one.sessionId === card.sessionId))) return;
    routed = both({ ...routed, terminals: [...routed.terminals, ...(placed.terminals ?? [])] }, placed.routed);
    const leader = agent.parentSession === null ? undefined : leaderNamed(view, agent.parentSession);
    if (placed.card && leader && leader.sessionId !== placed.card.sessionId) {
      joins.push({ member: placed.card.sessionId, leader, linkedBy: 'command-line' });
    }
  });
  return { routed, joins };
}

function place(looking: Looking, agent: AgentFound, n: number): Placed {
  const { view } = looking;
  const own = view.cardOfProcess(agent.process);
  if (own) return own.scanned ? named(looking, agent, own) : { routed: nothing, card: own };
  const launcher = launcherOf(looking, agent);
  if (launcher) return inPlaceOf(looking, agent, launcher);
  if (agent.cliSessionId !== null) return byConversation(looking, agent, n);
  const hooked = hookedWithoutProcess(view, agent);
  if (hooked.length === 0) return newCard(looking, agent, n);
  const [card] = hooked;
  const cardless = cardlessLike(looking, agent);
  // one of each is a pair; of more nobody can tell which is which, and a second card would be worse than none.
  return card && hooked.length === 1 && cardless === 1
    ? withProcess(card, agent.process)
    : { routed: nothing, card: null };
}

/** One that is listed too is an agent of its own. */
function launcherOf({ view, event }: Looking, { cli, ancestors: [parent] }: AgentFound): LinkedCard | undefined {
  const isListed = event.data.agents.some((one) => sameProcess(one.process, parent ?? null));
  return isListed ? undefined : launcherCard(view, { cli, parent });
}

/** What was taken for the agent had yet to start it. */
function inPlaceOf(looking: Looking, agent: AgentFound, launcher: LinkedCard): Placed {
  const isShown = agent.cliSessionId !== null && looking.view.cardOfSession(agent.cliSessionId) !== undefined;
  if (agent.cliSessionId === null || isShown) return withProcess(launcher, agent.process);
  return named(looking, agent, { ...launcher, process: agent.process });
}

/** M-01 (6): the agent of a terminal whose hooks have told nothing of it, or not of its present conversation. */
function inTerminal({ view, event }: Looking, agent: AgentFound, terminal: Terminal): Placed {
  const card = view.card(terminal.sessionId);
  const id = agent.cliSessionId;
  const none = { routed: nothing, card: null };
  if (!card || id === null || terminal.resume || view.cardOfSession(id) || view.cardOfAlias(id)) return none;
  const below = event.data.agents.some((one) => agent.ancestors.some((above) => sameProcess(above, one.process)));
  // What hooks have told of they tell of again; their word is newer than a file's.
  const isFree = !hasAgent(card) || (card.fromScan === true && sameProcess(card.process, agent.process));
  if (below || !isFree) return none;
  const step = hasAgent(card) ? 'same-process' : terminal.chosen === id ? 'launch' : 'process-parent';
  const past = card.current === null ? [] : [card.current];
  const now = { ...linkedCard(card, agent, step), aliases: [...card.aliases, ...past], process: agent.process };
  const taken = terminal.taken ? [] : [{ ...terminal, taken: true }];
  return { routed: { facts: [linkedFact(now, agent)], cards: [now] }, card: now, terminals: taken };
}

/** A process that had no conversation has one now. */
function named(looking: Looking, agent: AgentFound, card: LinkedCard): Placed {
  if (agent.cliSessionId === null || looking.view.cardOfSession(agent.cliSessionId)) return { routed: nothing, card };
  const now = linkedCard(card, agent);
  return { routed: { facts: [linkedFact(now, agent)], cards: [now] }, card: now };
}

/** The CLI's own files say which conversation the process has. */
function byConversation(looking: Looking, agent: AgentFound, n: number): Placed {
  const shown = agent.cliSessionId === null ? undefined : looking.view.cardOfSession(agent.cliSessionId);
  if (!shown) return newCard(looking, agent, n);
  if (hasAgent(shown))
    return shown.process === null ? withProcess(shown, agent.process) : { routed: nothing, card: null };
  // It ended with a process that is known, and another one has taken it up; else the list is just late.
  if (shown.process === null || shown.terminalId !== null) return { routed: nothing, card: null };
  const left = { ...shown, current: null, aliases: [...shown.aliases, ...(shown.current ? [shown.current] : [])] };
  const { routed, card } = newCard(looking, agent, n);
  return { routed: { facts: routed.facts, cards: [left, ...routed.cards] }, card };
}

/** Cards that a hook without a process id has made, in the agent's folder. */
const hookedWithoutProcess = (view: HostView, agent: AgentFound): LinkedCard[] =>
  view
    .agents()
    .filter(
      (card) =>
        card.terminalId === null &&
        card.process === null &&
        card.cli === agent.cli &&
        equalFolder(card.folder, agent.folder),
    );

/** How many processes of that CLI in that folder have no card. */
const cardlessLike = ({ view, event }: Looking, agent: AgentFound): number =>
  event.data.agents.filter(
    (one) =>
      one.cli === agent.cli &&
      one.cliSessionId === null &&
      equalFolder(one.folder, agent.folder) &&
      !view.cardOfProcess(one.process) &&
      !terminalAbove(view, one.ancestors),
  ).length;

function withProcess(card: LinkedCard, process: ProcessIdentity): Placed {
  const now = { ...card, process };
  const seen: SessionFact = { event: 'process-seen', data: { terminalId: null, process } };
  return { routed: { facts: [{ sessionId: card.sessionId, fact: seen }], cards: [now] }, card: now };
}

function newCard({ view, event, rules }: Looking, agent: AgentFound, n: number): Placed {
  const { cli, folder, process, termProgram, ancestors } = agent;
  const cwd = folder ?? '/';
  const opened = openedOutside({
    ...{ team: view.team, cli, cwd, process },
    originLabel: originLabel({ termProgram, ancestors }),
  });
  const blank = { ...blankCard(rules.newSessionId(event, n), cli, cwd), folder, process, scanned: true };
  const card = agent.cliSessionId === null ? blank : linkedCard(blank, agent);
  const facts = [{ sessionId: card.sessionId, fact: opened }, ...(card.current ? [linkedFact(card, agent)] : [])];
  return { routed: { facts, cards: [card] }, card };
}

const linkedCard = (card: LinkedCard, { cliSessionId }: AgentFound, step: MatchStep = 'scan'): LinkedCard => ({
  ...card,
  current: cliSessionId,
  step,
  live: true,
  goesOn: false,
  scanned: false,
  fromScan: true,
});

const linkedFact = (card: LinkedCard, agent: AgentFound) => ({
  sessionId: card.sessionId,
  fact: {
    event: 'linked',
    data: {
      cliSessionId: card.current ?? agent.cliSessionId!,
      step: card.step ?? 'scan',
      evidence: evidenceText(
        `process ${agent.process.pid} in ${agent.folder ?? 'an unknown folder'}, found by a look at all processes`,
      ),
      process: agent.process,
    },
  } satisfies SessionFact,
});
