import {
  RESEND_SESSION,
  SESSION_STREAM,
  sessionLog,
  shardOf,
  subjects,
  type Card,
  type CommandId,
  type HostId,
  type SessionEvent,
  type Timers,
} from '@pitwall/contracts';
import {
  NotReachable,
  RequestTimedOut,
  type Bus,
  type LogSource,
  type OnGap,
  type ShardHandler,
} from '@pitwall/service-kit';
import { nextDeadlineT } from '../core/deadlines.js';
import { seenSession } from '../core/new-session.js';
import { reduce, type Transition } from '../core/reduce.js';
import type { Session } from '../core/session.js';
import { commandMessage } from '../io/command-message.js';
import type { DialogReporters } from '../io/dialog-reporters.js';
import { addHistory, loadSessions, saveSessions, type HistoryRow } from '../io/session-store.js';

/** A session and what a batch has added to its history. */
export interface SessionWork {
  readonly session: Session;
  readonly transitions: readonly Transition[];
  /** The batch holds a PermissionRequest of its CLI. */
  readonly reportsDialogs: boolean;
}

export const asWork = (session: Session, transitions: readonly Transition[] = []): SessionWork => ({
  session,
  transitions,
  reportsDialogs: false,
});

export const sessionSource: LogSource<SessionEvent> = {
  stream: SESSION_STREAM.name,
  filter: subjects.sessionShard,
  parse: (_subject, data) => sessionLog.parse(data),
  keyOf: (event) => event.sessionId,
  seqOf: (event) => event.sessionSeq,
};

interface HandlerDeps {
  readonly timers: Timers;
  readonly showCard: (session: Session) => Card;
  readonly reporters: Pick<DialogReporters, 'add'>;
  readonly pushCard: (card: Card) => void;
  /** A session's next deadline, host time. */
  readonly noteDeadline: (hostId: HostId, dueT: number) => void;
}

/** Session log in, rows and cards out: load, reduce, save in the shard's one transaction. */
export function createSessionHandler({
  timers,
  showCard,
  reporters,
  pushCard,
  noteDeadline,
}: HandlerDeps): ShardHandler<SessionEvent, SessionWork> {
  return {
    load: async (tx, keys) =>
      new Map([...(await loadSessions(tx, keys))].map(([id, session]) => [id, asWork(session)])),

    reduce(state, event, now) {
      const known = state ?? (event.event === 'opened' ? beginning(seenSession(event)) : undefined);
      // A log whose beginning is lost for ever: the matcher sends the card's beginning again with the next link.
      if (!known) throw new Error(`session ${event.sessionId} is not known and ${event.event} doesn't begin it`);
      const reduced = reduce(known.session, event, timers);
      return {
        state: {
          session: reduced.state,
          transitions: [...known.transitions, ...reduced.effects],
          reportsDialogs: known.reportsDialogs || isDialogReport(event),
        },
        outbox: reduced.commands.map((command) => commandMessage(command, { ...numberOf(event), now })),
      };
    },

    async save(tx, states, { shard }) {
      const works = [...states.values()];
      await Promise.all([
        saveSessions(
          tx,
          works.map(({ session }) => ({ session, shard, nextDeadlineT: nextDeadlineT(session, timers) })),
        ),
        addHistory(tx, works.flatMap(historyRows)),
        reporters.add(
          tx,
          works.filter((work) => work.reportsDialogs).map(({ session }) => session),
        ),
      ]);
    },

    committed(states) {
      for (const { session } of states.values()) {
        pushCard(showCard(session));
        const dueT = nextDeadlineT(session, timers);
        if (dueT !== null) noteDeadline(session.hostId, dueT);
      }
    },

    gapMark: (state) =>
      state && { ...state, session: { ...state.session, hookGap: true, revision: state.session.revision + 1 } },
  };
}

const isDialogReport = (event: SessionEvent): boolean =>
  event.event === 'hook' && event.data.payload.hook_event_name === 'PermissionRequest';

/** The same event brings the same command: the host carries it out once. */
const numberOf = ({ hostId, hostSeq }: SessionEvent) => ({ hostId, commandId: `cmd-after-${hostSeq}` as CommandId });

const historyRows = ({ session, transitions }: SessionWork): HistoryRow[] =>
  transitions.map(({ status, cause }) => ({
    session_id: session.id,
    status,
    rule: cause.rule,
    event: cause.event,
    at_ms: cause.at,
    guess: cause.guess,
  }));

/** A new card's first status is the first line of its history. */
export const firstWork = (session: Session): SessionWork =>
  asWork(session, [{ status: session.status, cause: session.cause }]);

/** Only a terminal of ours connects (S-03); what a hook told of elsewhere begins with the status that it sets. */
const beginning = (session: Session): SessionWork =>
  session.origin === 'external' && session.base === 'connecting' ? asWork(session) : firstWork(session);

const RESEND_TIMEOUT_MS = 2_000;

/** A hole in a session's log: the matcher has it in its table, under the shard of the host. */
export const askMatcher =
  (bus: Bus, shards: number): OnGap<SessionEvent> =>
  async ({ key, have, message }) => {
    if (!message) return { firstAvailable: null };
    const subject = subjects.request('matcher', shardOf(message.hostId, shards), 'resend');
    try {
      const reply = await bus.request(subject, { sessionId: key, from: have + 1 }, { timeoutMs: RESEND_TIMEOUT_MS });
      return RESEND_SESSION.reply.parse(reply);
    } catch (error) {
      if (error instanceof NotReachable || error instanceof RequestTimedOut) return { firstAvailable: null };
      throw error;
    }
  };
