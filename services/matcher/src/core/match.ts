import { sameProcess, type HookData, type MatchStep, type Timers } from '@pitwall/contracts';
import { connectingTerminal, freshTerminal, onlyScanned, terminalAbove, type Candidate } from './folder-guess.js';
import { hasAgent, type HostView, type LinkedCard, type PendingResume, type Terminal } from './host-view.js';
import { launcherCard, startedBy } from './launcher.js';

/** A hook whose CLI session id no card shows at present, or that answers a resume. */
export interface Unmatched {
  readonly hook: HookData;
  readonly view: HostView;
  /** Host time of the hook. */
  readonly t: number;
  readonly timers: Timers;
  /** The terminal that the hook names, if it is ours and open. */
  readonly terminal: Terminal | undefined;
  /** The card of that terminal. */
  readonly card: LinkedCard | undefined;
  /** What was typed into that terminal and is still waited for. */
  readonly resume: PendingResume | null;
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

/** Steps that guess the terminal; what they linked yields to a session that names it. */
export const WEAK_STEPS: ReadonlySet<MatchStep> = new Set(['folder', 'connecting-scan', 'process-parent']);

export const isGuessed = (card: LinkedCard): boolean => card.weakFrom != null && card.current !== null;

const matched = (card: LinkedCard | undefined, evidence: string) => (card ? { card, evidence } : null);
const guessed = (found: Candidate | null, evidence: (terminal: Terminal) => string) =>
  found && { card: found.card, evidence: evidence(found.terminal) };

/** two live agents in one terminal: both processes known, different, and the old one not gone. */
const isSecondAgent = (unmatched: Unmatched): boolean => {
  const { hook, card } = unmatched;
  return (
    card !== undefined &&
    hasAgent(card) &&
    !isGuessed(card) &&
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

const isAgentOf = ({ hook }: Unmatched, card: LinkedCard): boolean => sameProcess(hook.process, card.process);

/** No session lives there, or only one that was guessed to. */
const isFree = (unmatched: Unmatched, card: LinkedCard): boolean =>
  !card.live || (isGuessed(card) && !isAgentOf(unmatched, card));

/** How an unknown CLI session finds its card: the first step that matches, surest first (M-01). */
export const MATCH_STEPS: readonly Step[] = [
  {
    step: 'launch',
    rule: 'X-45',
    note: 'Pitwall chose that session id for the terminal',
    find: ({ hook, terminal, card }) => {
      const id = hook.payload.session_id;
      if (terminal?.chosen !== id || card?.current === id || card?.aliases.includes(id)) return null;
      return matched(card, `session id ${id} was chosen for terminal ${terminal.terminalId}`);
    },
  },
  {
    step: 'resume',
    rule: 'M-01 (1), X-44',
    note: 'a resume was typed into that terminal within `resumeWindow`: whatever id comes, it is that card’s',
    find: ({ view, terminal, resume }) =>
      resume &&
      matched(
        view.card(resume.sessionId),
        `resume of ${resume.cliSessionId} was typed into terminal ${terminal?.terminalId}`,
      ),
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
    rule: 'M-01 (2), X-43',
    note: 'the hook names a terminal that has no live session, or only one that steps 4 to 6 guessed to be there: that one moves to a card of its own',
    find: (unmatched) => {
      const { terminal, card } = unmatched;
      const waits =
        terminal !== undefined && card !== undefined && isFree(unmatched, card) && !hasCardElsewhere(unmatched);
      return waits ? matched(card, `terminal id ${terminal.terminalId} in the hook's environment`) : null;
    },
  },
  {
    step: 'same-process',
    rule: 'M-01 (3)',
    note: 'the same process with a new session id, or one that a launcher with a card of M-03 has started',
    find: ({ hook, view }) => {
      if (hook.process === null) return null;
      const card = view.cardOfAgent(hook.process) ?? launcherCard(view, startedBy(hook));
      return matched(card, `process ${hook.process.pid}, started ${hook.process.startTime}`);
    },
  },
  {
    step: 'external',
    rule: 'X-42',
    note: 'the hook names a terminal that is not ours, or closed: nothing is guessed from its folder',
    find: ({ hook, terminal }) =>
      hook.terminalId !== null && terminal === undefined
        ? { card: null, evidence: `terminal ${hook.terminalId} is not an open one of ours` }
        : null,
  },
  {
    step: 'folder',
    rule: 'M-01 (4), X-45',
    note: 'SessionStart in the folder of the one terminal of that CLI that was opened within `folderWindow` and has had no session',
    find: (unmatched) => {
      const { hook } = unmatched;
      if (hook.terminalId !== null || hook.payload.hook_event_name !== 'SessionStart') return null;
      return guessed(
        freshTerminal(unmatched),
        ({ terminalId, cwd }) => `folder ${cwd} of terminal ${terminalId}, opened within the last minute`,
      );
    },
  },
  {
    step: 'connecting-scan',
    rule: 'M-01 (5), X-45',
    note: 'any hook in the folder of the one terminal of that CLI that still connects (Codex: of any age)',
    find: (unmatched) =>
      unmatched.hook.terminalId === null
        ? guessed(
            connectingTerminal(unmatched),
            ({ terminalId, cwd }) => `folder ${cwd} of terminal ${terminalId}, which waited for its first session`,
          )
        : null,
  },
  {
    step: 'process-parent',
    rule: 'M-01 (6)',
    note: 'the nearest of the agent’s ancestors that is the shell of a terminal without a live session',
    find: ({ hook, view }) => {
      const terminal = hook.terminalId === null ? terminalAbove(view, hook.ancestors) : null;
      const card = terminal ? view.card(terminal.sessionId) : undefined;
      if (!terminal || !card || hasAgent(card) || terminal.cli !== hook.cli) return null;
      return matched(card, `a descendant of the shell ${terminal.shell?.pid} of terminal ${terminal.terminalId}`);
    },
  },
  {
    step: 'adoption',
    rule: 'M-01 (7)',
    note: 'the terminal’s only session takes the new id; a process is unknown',
    find: ({ hook, view, terminal: named }) => {
      const terminal = named ?? (hook.terminalId === null ? terminalAbove(view, hook.ancestors) : null);
      const card = terminal ? view.card(terminal.sessionId) : undefined;
      if (!terminal || !card?.live || (hook.process !== null && card.process !== null)) return null;
      return matched(card, `the only session of terminal ${terminal.terminalId}, a process unknown`);
    },
  },
  {
    step: 'scan',
    rule: 'M-03, X-49',
    note: 'without a process id: the only process of that CLI in that folder that a look at all processes found and that has no session',
    find: (unmatched) => {
      const { hook } = unmatched;
      if (hook.process !== null || hook.terminalId !== null) return null;
      return matched(onlyScanned(unmatched) ?? undefined, `the only ${hook.cli} process in ${hook.folder}`);
    },
  },
  {
    step: 'external',
    rule: 'M-02',
    note: 'none of these: an external card',
    find: () => ({ card: null, evidence: 'no terminal of ours' }),
  },
];

export function match(unmatched: Unmatched): Match {
  for (const { step, find } of MATCH_STEPS) {
    const found = find(unmatched);
    if (found) return { step, ...found };
  }
  throw new Error('the last match step takes every hook');
}
