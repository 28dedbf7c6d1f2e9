import { sameProcess, type CliSessionId, type HostEventData, type SessionFact } from '@pitwall/contracts';
import { isSubagent } from './guards.js';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';
import { isGuessed, type Match } from './match.js';
import { moveConversation } from './move.js';
import { originLabel } from './origin-label.js';
import {
  NOTHING,
  blankCard,
  evidenceText,
  openedOutside,
  type Of,
  type Routed,
  type RoutedFact,
  type Rules,
} from './routed.js';

export interface Linking {
  readonly view: HostView;
  readonly event: Of<'hook'>;
  readonly found: Match;
  readonly terminal: Terminal | undefined;
  readonly rules: Rules;
}

type Changes = Pick<Routed, 'facts' | 'cards'>;

/** Shows the hook's conversation on the card that was found, and what that means to the cards that it concerns. */
export function link(linking: Linking): Routed {
  const { event, found } = linking;
  const hook = event.data;
  const id = hook.payload.session_id;
  const made = cardFor(linking);
  const linked: SessionFact = {
    event: 'linked',
    data: { cliSessionId: id, step: found.step, evidence: found.evidence, process: hook.process },
  };
  const card = afterHook(shows(made.card, linking), event);
  const facts: RoutedFact[] = [linked, { event: 'hook', data: hook } satisfies SessionFact].map((fact) => ({
    sessionId: card.sessionId,
    fact,
  }));
  const others = [...made.changes.cards, ...leftBy(linking, card)].filter((one) => one.sessionId !== card.sessionId);
  return {
    ...NOTHING,
    facts: [...made.changes.facts, ...facts],
    cards: [...others, card],
    terminals: terminalsAfter(linking, card),
  };
}

/** The card to link, and what has to happen before it shows the conversation. */
function cardFor({ view, event, found, rules }: Linking): { card: LinkedCard; changes: Changes } {
  const hook = event.data;
  if (found.card && isGuessed(found.card) && yieldsTo(found, found.card, event)) {
    const evidence = `terminal ${found.card.terminalId} belongs to ${hook.payload.session_id}: ${found.evidence}`;
    const moved = moveConversation({
      view,
      from: found.card,
      since: found.card.weakFrom ?? 0,
      to: rules.newSessionId(event),
      place: event,
      step: 'external',
      evidence: evidenceText(evidence),
    });
    // It was never that terminal's, so no hook of it names that terminal.
    const [card, away, ...more] = moved.cards;
    return { card, changes: { facts: moved.facts, cards: [{ ...away, beside: null }, ...more] } };
  }
  if (found.card) return { card: found.card, changes: NOTHING };
  const cwd = hook.payload.cwd ?? '/';
  const card = { ...blankCard(rules.newSessionId(event), hook.cli, cwd), beside: hook.terminalId };
  const opened = openedOutside({ team: view.team, cli: hook.cli, cwd, originLabel: originLabel(hook) });
  return { card, changes: { facts: [{ sessionId: card.sessionId, fact: opened }], cards: [] } };
}

const SURE: ReadonlySet<string> = new Set(['launch', 'resume', 'terminal-id']);

/** a session that names the terminal is there; the guessed one is another, unless it is the same agent. */
const yieldsTo = (found: Match, card: LinkedCard, { data }: Of<'hook'>): boolean =>
  SURE.has(found.step) && card.current !== data.payload.session_id && !sameProcess(card.process, data.process);

function shows(card: LinkedCard, { event, found }: Linking): LinkedCard {
  const id = event.data.payload.session_id;
  const past = card.current === null || card.current === id ? [] : [card.current];
  return {
    ...card,
    current: id,
    aliases: [...card.aliases.filter((alias) => alias !== id), ...past],
    step: found.step,
    // A process that a scan found is still the agent's when the hook can't tell.
    process: event.data.process ?? (card.scanned ? card.process : null),
    live: true,
    scanned: false,
  };
}

/** The card that the conversation has left for this one. */
function leftBy({ view, event }: Linking, card: LinkedCard): LinkedCard[] {
  const shown = view.cardOfSession(event.data.payload.session_id);
  return shown && shown.sessionId !== card.sessionId ? [leftBehind(shown, event.data.payload.session_id)] : [];
}

/** the conversation moved to another terminal's card; this one keeps its past. */
const leftBehind = (card: LinkedCard, id: CliSessionId): LinkedCard => ({
  ...card,
  current: null,
  aliases: [...card.aliases.filter((alias) => alias !== id), id],
  live: false,
  goesOn: false,
  weakFrom: null,
  linkedId: null,
});

/** The terminal of that card has had a session now, and a resume that was typed there has been answered. */
function terminalsAfter({ view, found, terminal }: Linking, card: LinkedCard): Terminal[] {
  const own = card.terminalId === null ? undefined : view.terminal(card.terminalId);
  const resumed = found.step === 'resume' ? terminal : undefined;
  if (resumed) return [{ ...resumed, taken: true, resume: null, sessionId: card.sessionId }];
  return own?.open && own.sessionId === card.sessionId && own.taken !== true ? [{ ...own, taken: true }] : [];
}

/** Hooks that show an agent at work after its end was reported. */
const REVIVES: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse']);

/** Reasons of a SessionEnd after which the process goes on. */
const GOES_ON: ReadonlySet<string> = new Set(['clear', 'resume']);

/** The card after a hook of its own conversation. */
export function afterHook(card: LinkedCard, { data: hook, t }: { data: HostEventData<'hook'>; t: number }): LinkedCard {
  const name = hook.payload.hook_event_name;
  const revives = REVIVES.has(name) && !isSubagent(hook);
  const live = name === 'SessionEnd' ? false : card.live || revives;
  const goesOn = !live && (name === 'SessionEnd' ? GOES_ON.has(hook.payload.reason ?? '') : card.goesOn === true);
  // Whoever takes up an ended conversation may be another process than the one that left it.
  const known = hasAgent(card) || !revives ? card.process : null;
  return {
    ...card,
    live,
    goesOn,
    process: hook.process ?? known,
    fromScan: false,
    folder: (isSubagent(hook) ? null : hook.folder) ?? card.folder ?? null,
    spawnedT: name === 'SubagentStart' ? t : (card.spawnedT ?? null),
  };
}
