import type { CliSessionId, HostEvent, HostEventData, SessionFact, SessionId } from '@pitwall/contracts';
import { dropOfUnknown, isHeadless, isSubagent, isTeardown, type DropReason } from './guards.js';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';
import { match, type Match } from './match.js';
import { originLabel } from './origin-label.js';

/** What a host event means to the cards of its host. */
export interface Routed {
  readonly facts: readonly { readonly sessionId: SessionId; readonly fact: SessionFact }[];
  readonly cards: readonly LinkedCard[];
  readonly terminals: readonly Terminal[];
  readonly dropped: DropReason | null;
}

const NOTHING: Routed = { facts: [], cards: [], terminals: [], dropped: null };
const drop = (reason: DropReason): Routed => ({ ...NOTHING, dropped: reason });

type Known = Exclude<HostEvent, { event: 'unknown' }>;
type Of<K extends Known['event']> = Extract<Known, { event: K }>;

/** The matcher's one rule: host log in, session logs out. Pure; a new card's id comes from the event's own place. */
export function route(view: HostView, event: HostEvent, newSessionId: (event: HostEvent) => SessionId): Routed {
  switch (event.event) {
    case 'unknown':
    case 'agents-scanned':
    case 'resume-typed':
      return NOTHING;
    case 'hook':
      return routeHook(view, event, newSessionId);
    case 'terminal-opened':
      return terminalOpened(view, event, newSessionId);
    case 'terminal-closed':
      return terminalClosed(view, event);
    case 'terminal-active':
    case 'process-seen':
      return toTerminal(view, event);
    case 'process-gone':
      return processGone(view, event);
    case 'cli-state':
    case 'request-withdrawn':
      return passOn(view.cardOfSession(event.data.cliSessionId)?.sessionId, event);
    case 'terminal-open-failed':
      return terminalOpenFailed(view, event);
    case 'checked':
    case 'turn-typed':
    case 'turn-refused':
    case 'request-answered':
      return passOn(view.card(event.data.sessionId)?.sessionId, event);
  }
}

/** The event goes on into the session's log as it is. */
function passOn(sessionId: SessionId | undefined, { event, data }: SessionFact): Routed {
  return sessionId ? { ...NOTHING, facts: [{ sessionId, fact: { event, data } as SessionFact }] } : NOTHING;
}

function terminalOpened(view: HostView, event: Of<'terminal-opened'>, newId: (e: HostEvent) => SessionId): Routed {
  const { terminalId, cli, cwd, cliSessionId } = event.data;
  const sessionId = event.data.sessionId ?? newId(event);
  const opened: SessionFact = {
    event: 'opened',
    data: { team: view.team, cli, cwd, origin: 'terminal', originLabel: null, terminalId },
  };
  return {
    ...NOTHING,
    facts: [{ sessionId, fact: opened }],
    terminals: [{ terminalId, cli, cwd, sessionId, chosen: cliSessionId, openedT: event.t, open: true }],
    cards: [
      {
        ...(view.card(sessionId) ?? blankCard(sessionId, cli, cwd)),
        terminalId,
        live: false,
        goesOn: false,
        process: null,
      },
    ],
  };
}

/** The session was asked for and never got its terminal: its log begins with this. */
function terminalOpenFailed(view: HostView, event: Of<'terminal-open-failed'>): Routed {
  const { sessionId } = event.data;
  return { ...passOn(sessionId, event), cards: view.card(sessionId) ? [] : [blankCard(sessionId, 'claude', '')] };
}

const blankCard = (sessionId: SessionId, cli: Terminal['cli'], cwd: string): LinkedCard => ({
  sessionId,
  cli,
  cwd,
  terminalId: null,
  current: null,
  aliases: [],
  step: null,
  process: null,
  live: false,
  goesOn: false,
  seq: 0,
});

function toTerminal(view: HostView, event: Of<'terminal-active' | 'process-seen'>): Routed {
  const terminal = view.terminal(event.data.terminalId);
  const card = terminal && view.card(terminal.sessionId);
  const routed = passOn(terminal?.sessionId, event);
  if (event.event !== 'process-seen' || !card) return routed;
  return {
    ...routed,
    cards: [{ ...card, process: hasAgent(card) ? (card.process ?? event.data.process) : event.data.process }],
  };
}

function terminalClosed(view: HostView, event: Of<'terminal-closed'>): Routed {
  const terminal = view.terminal(event.data.terminalId);
  if (!terminal) return NOTHING;
  const card = view.card(terminal.sessionId);
  const ours = card?.terminalId === terminal.terminalId ? card : undefined;
  return {
    ...passOn(ours?.sessionId, event),
    terminals: [{ ...terminal, open: false }],
    cards: ours ? [{ ...ours, live: false, goesOn: false, process: null }] : [],
  };
}

function processGone(view: HostView, event: Of<'process-gone'>): Routed {
  const { terminalId, cliSessionId, process } = event.data;
  const terminal = terminalId === null ? undefined : view.terminal(terminalId);
  const card =
    view.cardOfAgent(process) ??
    (cliSessionId === null ? undefined : view.cardOfSession(cliSessionId)) ??
    (terminal && view.card(terminal.sessionId));
  if (!card) return NOTHING;
  const theirs = card.process === null || card.process.pid === process.pid;
  return {
    ...passOn(card.sessionId, event),
    cards: theirs ? [{ ...card, live: false, goesOn: false, process: null }] : [],
  };
}

function routeHook(view: HostView, event: Of<'hook'>, newId: (e: HostEvent) => SessionId): Routed {
  const hook = event.data;
  if (isHeadless(hook)) return drop('headless');
  const terminal = hook.terminalId === null ? undefined : view.terminal(hook.terminalId);
  const open = terminal?.open ? terminal : undefined;
  const id = hook.payload.session_id;

  const known = view.cardOfSession(id);
  if (known && (!open || known.terminalId === open.terminalId || isSubagent(hook) || isTeardown(hook))) {
    return { ...passOn(known.sessionId, event), cards: [afterHook(known, hook)] };
  }
  const left = view.cardOfAlias(id);
  if (left && (isTeardown(hook) || isSubagent(hook))) return drop('stale-id');
  const reason = known ? null : dropOfUnknown(hook);
  if (reason) return drop(reason);
  const card = open && view.card(open.sessionId);
  const found: Match =
    left && !open
      ? { step: left.step ?? 'same-process', card: left, evidence: `session id ${id}, which the card had before` }
      : match({ hook, view, terminal: open, card });
  return link({ view, event, found, newId });
}

interface Linking {
  readonly view: HostView;
  readonly event: Of<'hook'>;
  readonly found: Match;
  readonly newId: (event: HostEvent) => SessionId;
}

function link({ view, event, found, newId }: Linking): Routed {
  const hook = event.data;
  const cliSessionId = hook.payload.session_id;
  const cwd = hook.payload.cwd ?? '/';
  const card = found.card ?? blankCard(newId(event), hook.cli, cwd);
  const opened: SessionFact = {
    event: 'opened',
    data: { team: view.team, cli: hook.cli, cwd, origin: 'external', originLabel: originLabel(hook), terminalId: null },
  };
  const linked: SessionFact = {
    event: 'linked',
    data: { cliSessionId, step: found.step, evidence: found.evidence, process: hook.process },
  };
  const facts = [...(found.card ? [] : [opened]), linked, { event: 'hook', data: hook } satisfies SessionFact];
  const aliases = [...card.aliases.filter((alias) => alias !== cliSessionId), ...(card.current ? [card.current] : [])];
  const now: LinkedCard = {
    ...card,
    current: cliSessionId,
    aliases,
    step: found.step,
    process: hook.process,
    live: true,
  };
  const before = view.cardOfSession(cliSessionId);
  return {
    ...NOTHING,
    facts: facts.map((fact) => ({ sessionId: card.sessionId, fact })),
    cards: [...(before ? [leftBehind(before, cliSessionId)] : []), afterHook(now, hook)],
  };
}

/** the conversation moved to another terminal's card; this one keeps its past. */
const leftBehind = (card: LinkedCard, id: CliSessionId): LinkedCard => ({
  ...card,
  current: null,
  aliases: [...card.aliases, id],
  live: false,
  goesOn: false,
});

/** Hooks that show an agent at work after its end was reported. */
const REVIVES: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse']);

/** Reasons of a SessionEnd after which the process goes on. */
const GOES_ON: ReadonlySet<string> = new Set(['clear', 'resume']);

function afterHook(card: LinkedCard, hook: HostEventData<'hook'>): LinkedCard {
  const name = hook.payload.hook_event_name;
  const live = name === 'SessionEnd' ? false : card.live || (REVIVES.has(name) && !isSubagent(hook));
  const goesOn = !live && (name === 'SessionEnd' ? GOES_ON.has(hook.payload.reason ?? '') : card.goesOn === true);
  return { ...card, live, goesOn, process: hook.process ?? card.process };
}
