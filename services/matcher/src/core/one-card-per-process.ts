import { sameProcess } from '@pitwall/contracts';
import { hasAgent, type HostView } from './host-view.js';
import { both, cardIn, type Routed, type RoutedFact } from './routed.js';

/** An agent that shows up at another card (resumed there, or in a terminal after a scan saw it) has left the one before. */
export function oneCardPerProcess(view: HostView, routed: Routed): Routed {
  let result = routed;
  for (const { process, ...card } of routed.cards) {
    const before = process && hasAgent({ ...card, process }) ? view.cardOfAgent(process) : undefined;
    if (!process || !before || before.sessionId === card.sessionId) continue;
    const now = cardIn(result, before);
    if (!hasAgent(now) || !sameProcess(now.process, process)) continue;
    const gone: RoutedFact = {
      sessionId: now.sessionId,
      fact: { event: 'process-gone', data: { terminalId: null, cliSessionId: null, process, lastLines: [] } },
    };
    const left = { ...now, live: false, goesOn: false, scanned: false, process: null };
    result = both({ ...result, facts: [gone, ...result.facts] }, { facts: [], cards: [left] });
  }
  return result;
}
