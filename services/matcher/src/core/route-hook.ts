import { sameProcess } from '@pitwall/contracts';
import { dropOfUnknown, isHeadless, isSubagent, isTeardown, withoutDaemon, type DropReason } from './guards.js';
import { hasAgent, type HostView, type LinkedCard, type PendingResume, type Terminal } from './host-view.js';
import { afterHook, link } from './link.js';
import { match, type Match, type Unmatched } from './match.js';
import { drop, passOn, type Of, type Routed, type Rules } from './routed.js';

/** A hook and what the host's rows say of the ids in it. */
interface Found {
  readonly view: HostView;
  readonly event: Of<'hook'>;
  readonly rules: Rules;
  /** The terminal that it names, if it is ours and open. */
  readonly terminal: Terminal | undefined;
  readonly resume: PendingResume | null;
  /** The card that shows its conversation. */
  readonly known: LinkedCard | undefined;
  /** The card that has left its conversation behind. */
  readonly left: LinkedCard | undefined;
}

export function routeHook(view: HostView, told: Of<'hook'>, rules: Rules): Routed {
  const event: Of<'hook'> = { ...told, data: withoutDaemon(told.data) };
  const { terminalId, payload } = event.data;
  const named = terminalId === null ? undefined : view.terminal(terminalId);
  const terminal = named?.open ? named : undefined;
  const known = view.cardOfSession(payload.session_id);
  const left = known ? undefined : view.cardOfAlias(payload.session_id);
  const found: Found = { view, event, rules, terminal, resume: pendingResume(terminal, event.t, rules), known, left };
  const reason = dropReason(found);
  if (reason) return drop(reason);
  return belongsToKnown(found) ? follow(found) : linkAnew(found);
}

function pendingResume(terminal: Terminal | undefined, t: number, { timers }: Rules): PendingResume | null {
  const resume = terminal?.resume;
  return resume && t - resume.t <= timers.resumeWindow ? resume : null;
}

/** Why a hook belongs to no card; headless ones come first, also those of a known session. */
function dropReason({ event, terminal, resume, known, left }: Found): DropReason | null {
  const hook = event.data;
  if (isHeadless(hook)) return 'headless';
  const teardown = isTeardown(hook);
  if (teardown && resume?.cliSessionId === hook.payload.session_id) return 'failed-resume';
  if (known) return teardown && isOfAnotherAgent(hook, known, terminal) ? 'other-agent' : null;
  if (left && (teardown || isSubagent(hook))) return 'stale-id';
  return left ? null : dropOfUnknown(hook);
}

/** F-7: a fork ends with its origin's id; the origin, in another terminal or process, goes on. */
function isOfAnotherAgent(hook: Of<'hook'>['data'], known: LinkedCard, terminal: Terminal | undefined): boolean {
  if (hook.process && known.process && hasAgent(known)) return !sameProcess(hook.process, known.process);
  return terminal !== undefined && known.terminalId !== null && !isAt(known, terminal);
}

/** The terminal's own card, or one whose agent is known to name that terminal all the same. */
const isAt = (card: LinkedCard, terminal: Terminal): boolean =>
  card.sessionId === terminal.sessionId ||
  card.terminalId === terminal.terminalId ||
  card.beside === terminal.terminalId;

/** the terminal decides, and the id only where no terminal does; what a person linked stays (M-06). */
function belongsToKnown({ event, terminal, resume, known }: Found): boolean {
  if (!known) return false;
  const hook = event.data;
  if (isTeardown(hook) || isSubagent(hook)) return true;
  if (resume) return false;
  return terminal === undefined || known.step === 'manual' || isAt(known, terminal);
}

/** The card's own conversation goes on. */
function follow({ event, known, terminal }: Found): Routed {
  if (!known) throw new Error('only a known conversation goes on');
  // What named its terminal itself is no guess any more.
  const confirmed = terminal !== undefined && terminal.sessionId === known.sessionId ? { weakFrom: null } : {};
  return { ...passOn(known.sessionId, event), cards: [{ ...afterHook(known, event), ...confirmed }] };
}

function linkAnew(found: Found): Routed {
  const { view, event, rules, terminal, resume, known, left } = found;
  const card = terminal && view.card(terminal.sessionId);
  const unmatched: Unmatched = { hook: event.data, view, t: event.t, timers: rules.timers, terminal, card, resume };
  const matched = left && !terminal ? backTo(left, event) : match(unmatched);
  // An agent beside another one, or outside, keeps the card that it has.
  const stays = known && (matched.card?.sessionId === known.sessionId || (!matched.card && known.terminalId === null));
  if (stays && matched.step !== 'resume') {
    const beside = terminal ? { beside: terminal.terminalId } : {};
    return { ...passOn(known.sessionId, event), cards: [{ ...afterHook(known, event), ...beside }] };
  }
  return link({ view, event, found: matched, terminal, rules });
}

/** a main event with an older id of the card. */
const backTo = (card: LinkedCard, { data }: Of<'hook'>): Match => ({
  step: card.step ?? 'same-process',
  card,
  evidence: `session id ${data.payload.session_id}, which the card had before`,
});
