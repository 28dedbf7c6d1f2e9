import { sameProcess, type HookData, type MatchStep } from '@pitwall/contracts';
import { hasAgent, type HostView, type LinkedCard, type Terminal } from './host-view.js';

/** A hook whose CLI session id no card shows at present. */
export interface Unmatched {
  readonly hook: HookData;
  readonly view: HostView;
  /** The terminal that the hook names, if it is ours and open. */
  readonly terminal: Terminal | undefined;
  /** The card of that terminal. */
  readonly card: LinkedCard | undefined;
}

export interface Match {
  readonly step: MatchStep;
  /** The card to link; null: a new one. */
  readonly card: LinkedCard | null;
  readonly evidence: string;
}

interface Step {
  readonly step: MatchStep;
  readonly rule: string;
  /** `find` in words, for docs/session-states.md. */
  readonly note: string;
  readonly find: (unmatched: Unmatched) => Omit<Match, 'step'> | null;
}

const matched = (card: LinkedCard | undefined, evidence: string) => (card ? { card, evidence } : null);

/** two live agents in one terminal: both processes known, different, and the old one not gone. */
const isSecondAgent = (unmatched: Unmatched): boolean => {
  const { hook, card } = unmatched;
  return (
    card !== undefined &&
    hasAgent(card) &&
    hook.process !== null &&
    card.process !== null &&
    !sameProcess(hook.process, card.process) &&
    !hasCardElsewhere(unmatched)
  );
};

/** a second agent's own `/clear` stays on the card that it has. */
const hasCardElsewhere = ({ hook, view, card }: Unmatched): boolean => {
  const own = hook.process === null ? undefined : view.cardOfAgent(hook.process);
  return own !== undefined && own.sessionId !== card?.sessionId;
};

/** How an unknown CLI session finds its card: the first step that matches, surest first (M-01). */
export const MATCH_STEPS: readonly Step[] = [
  {
    step: 'launch',
    rule: 'X-45',
    note: 'Pitwall chose that session id for the terminal',
    find: ({ hook, terminal, card }) =>
      terminal !== undefined && terminal.chosen === hook.payload.session_id
        ? matched(card, `session id ${hook.payload.session_id} was chosen for terminal ${terminal.terminalId}`)
        : null,
  },
  {
    step: 'external',
    rule: 'X-41',
    note: 'another live process in a terminal whose agent is still there: a card of its own',
    find: (unmatched) =>
      isSecondAgent(unmatched)
        ? { card: null, evidence: `process ${unmatched.hook.process?.pid} beside the live agent of that terminal` }
        : null,
  },
  {
    step: 'terminal-id',
    rule: 'M-01 (2)',
    note: 'the hook names a terminal that has no live session',
    find: (unmatched) => {
      const { terminal, card } = unmatched;
      const waits = terminal !== undefined && card !== undefined && !card.live && !hasCardElsewhere(unmatched);
      return waits ? matched(card, `terminal id ${terminal.terminalId} in the hook's environment`) : null;
    },
  },
  {
    step: 'same-process',
    rule: 'M-01 (3)',
    note: 'the same process with a new session id',
    find: ({ hook, view }) => {
      if (hook.process === null) return null;
      const card = view.cardOfAgent(hook.process);
      return matched(card, `process ${hook.process.pid}, started ${hook.process.startTime}`);
    },
  },
  {
    step: 'adoption',
    rule: 'M-01 (7)',
    note: 'the terminal’s only session takes the new id; a process is unknown',
    find: ({ terminal, card }) =>
      terminal !== undefined && card !== undefined && card.live
        ? matched(card, `the only session of terminal ${terminal.terminalId}, a process unknown`)
        : null,
  },
  {
    step: 'external',
    rule: 'M-02',
    note: 'none of these: an external card',
    find: ({ hook }) => ({
      card: null,
      evidence:
        hook.terminalId === null ? 'no terminal of ours' : `terminal ${hook.terminalId} is not an open one of ours`,
    }),
  },
];

export function match(unmatched: Unmatched): Match {
  for (const { step, find } of MATCH_STEPS) {
    const found = find(unmatched);
    if (found) return { step, ...found };
  }
  throw new Error('the last match step takes every hook');
}
