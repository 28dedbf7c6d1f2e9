import type { SessionFact } from '@pitwall/contracts';
import { hasAgent, type HostView, type LinkedCard } from './host-view.js';
import { NOTHING, blankCard, passOn, type Of, type Routed, type Rules } from './routed.js';

export function terminalOpened(view: HostView, event: Of<'terminal-opened'>, rules: Rules): Routed {
  const { terminalId, cli, cwd, cliSessionId, shell } = event.data;
  const sessionId = event.data.sessionId ?? rules.newSessionId(event);
  const opened: SessionFact = {
    event: 'opened',
    data: { team: view.team, cli, cwd, origin: 'terminal', originLabel: null, terminalId },
  };
  const card = view.card(sessionId) ?? blankCard(sessionId, cli, cwd);
  return {
    ...NOTHING,
    facts: [{ sessionId, fact: opened }],
    terminals: [{ terminalId, cli, cwd, sessionId, chosen: cliSessionId, openedT: event.t, open: true, shell }],
    cards: [{ ...card, terminalId, live: false, goesOn: false, process: null }],
  };
}

/** The session was asked for and never got its terminal: its log begins with this. */
export function terminalOpenFailed(view: HostView, event: Of<'terminal-open-failed'>): Routed {
  const { sessionId } = event.data;
  return { ...passOn(sessionId, event), cards: view.card(sessionId) ? [] : [blankCard(sessionId, 'claude', '')] };
}

export function toTerminal(view: HostView, event: Of<'terminal-active' | 'process-seen'>): Routed {
  const terminal = view.terminal(event.data.terminalId);
  const card = terminal && view.card(terminal.sessionId);
  const routed = passOn(terminal?.sessionId, event);
  if (event.event !== 'process-seen' || !card) return routed;
  return {
    ...routed,
    cards: [{ ...card, process: hasAgent(card) ? (card.process ?? event.data.process) : event.data.process }],
  };
}

const withoutAgent = (card: LinkedCard): LinkedCard => ({ ...card, live: false, goesOn: false, scanned: false });

export function terminalClosed(view: HostView, event: Of<'terminal-closed'>): Routed {
  const terminal = view.terminal(event.data.terminalId);
  if (!terminal) return NOTHING;
  const card = view.card(terminal.sessionId);
  const ours = card?.terminalId === terminal.terminalId ? card : undefined;
  return {
    ...passOn(ours?.sessionId, event),
    terminals: [{ ...terminal, open: false, resume: null }],
    cards: ours ? [{ ...withoutAgent(ours), process: null }] : [],
  };
}

export function processGone(view: HostView, event: Of<'process-gone'>): Routed {
  const { terminalId, cliSessionId, process } = event.data;
  const terminal = terminalId === null ? undefined : view.terminal(terminalId);
  const card =
    view.cardOfAgent(process) ??
    (cliSessionId === null ? undefined : view.cardOfSession(cliSessionId)) ??
    (terminal && view.card(terminal.sessionId));
  if (!card) return NOTHING;
  const theirs = card.process === null || card.process.pid === process.pid;
  // Outside, a look at all processes may find the same conversation in another process later (M-03).
  const left = { ...withoutAgent(card), process: card.terminalId === null ? card.process : null };
  return { ...passOn(card.sessionId, event), cards: theirs ? [left] : [] };
}

/** until `resumeWindow` is over, the next session of that terminal is this card's, whatever its id. */
export function resumeTyped(view: HostView, event: Of<'resume-typed'>): Routed {
  const { terminalId, sessionId, cliSessionId } = event.data;
  const card = view.card(sessionId);
  const terminal = view.terminal(terminalId);
  const pending = terminal?.open && card ? [{ ...terminal, resume: { sessionId, cliSessionId, t: event.t } }] : [];
  return { ...passOn(card?.sessionId, event), terminals: pending };
}

/** The host's answer to a check, which may be that the agent is not there any more. */
export function checked(view: HostView, event: Of<'checked'>): Routed {
  const card = view.card(event.data.sessionId);
  const died = card && hasAgent(card) && event.data.processAlive === false;
  return { ...passOn(card?.sessionId, event), cards: died ? [withoutAgent(card)] : [] };
}
