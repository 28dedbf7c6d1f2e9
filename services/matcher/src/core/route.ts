import type { HostEvent } from '@pitwall/contracts';
import type { HostView } from './host-view.js';
import { oneCardPerProcess } from './one-card-per-process.js';
import { routeHook } from './route-hook.js';
import { routeScan } from './route-scan.js';
import {
  checked,
  processGone,
  resumeTyped,
  terminalClosed,
  terminalOpenFailed,
  terminalOpened,
  toTerminal,
} from './route-terminal.js';
import { NOTHING, passOn, type Known, type Routed, type Rules } from './routed.js';
import { joinOf, withTeams } from './teams.js';

export type { Routed, Rules } from './routed.js';

/** The matcher's one rule: host log in, session logs out. Pure. */
export function route(view: HostView, event: HostEvent, rules: Rules): Routed {
  if (event.event === 'unknown') return NOTHING;
  if (event.event === 'agents-scanned') {
    const { routed, joins } = routeScan({ view, event, rules });
    return withTeams(view, event, oneCardPerProcess(view, routed), { joins, rules });
  }
  const routed = oneCardPerProcess(view, routeOne(view, event, rules));
  const joins = event.event === 'hook' ? joinOf(view, event, routed, rules) : [];
  return withTeams(view, event, routed, { joins, rules });
}

function routeOne(view: HostView, event: Exclude<Known, { event: 'agents-scanned' }>, rules: Rules): Routed {
  switch (event.event) {
    case 'hook':
      return routeHook(view, event, rules);
    case 'terminal-opened':
      return terminalOpened(view, event, rules);
    case 'terminal-closed':
      return terminalClosed(view, event);
    case 'terminal-active':
    case 'process-seen':
      return toTerminal(view, event);
    case 'process-gone':
      return processGone(view, event);
    case 'resume-typed':
      return resumeTyped(view, event);
    case 'checked':
      return checked(view, event);
    // A state of an id that the card has left behind tells nothing of it, and none makes a card.
    case 'cli-state':
    case 'request-withdrawn':
      return passOn(view.cardOfSession(event.data.cliSessionId)?.sessionId, event);
    case 'terminal-open-failed':
      return terminalOpenFailed(view, event);
    case 'turn-typed':
    case 'turn-refused':
    case 'request-answered':
      return passOn(view.card(event.data.sessionId)?.sessionId, event);
  }
}
