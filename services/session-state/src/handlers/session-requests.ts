import {
  SESSION_REQUESTS,
  subjects,
  type SessionReply,
  type SessionRequest,
  type SessionVerb,
  type Card,
} from '@pitwall/contracts';
import {
  once,
  parseRequest,
  type Bus,
  type HostWatch,
  type InShard,
  type ShardService,
  type Tx,
} from '@pitwall/service-kit';
import { launch } from '../core/launch.js';
import { requestedSession } from '../core/new-session.js';
import { HostUnreachable, SessionNotFound } from '../core/refusals.js';
import { answerDialog, sendText, stopSession, type Accepted } from '../core/requests.js';
import type { Session } from '../core/session.js';
import { commandMessage } from '../io/command-message.js';
import { newIds } from '../io/new-ids.js';
import { historyOf } from '../io/session-store.js';
import { asWork, firstWork, type SessionWork } from './session-events.js';

interface RequestDeps {
  readonly bus: Bus;
  readonly service: ShardService<SessionWork>;
  readonly hosts: HostWatch;
  readonly showCard: (session: Session) => Card;
}

type Shard = InShard<SessionWork>;

type Answers = { [V in SessionVerb]: (request: SessionRequest<V>, tx: Tx, shard: Shard) => Promise<SessionReply<V>> };

async function sessionOf(shard: Shard, id: string): Promise<Session> {
  const work = (await shard.load([id])).get(id);
  if (!work) throw new SessionNotFound(id);
  return work.session;
}

/** What a repetition shares with the first request: another verb or session with the same id is another request. */
const placeOf = (verb: SessionVerb, { sessionId, requestId }: { sessionId: string; requestId: string }): string =>
  `${verb} ${sessionId} ${requestId}`;

async function accept(shard: Shard, { state, effects, command }: Accepted) {
  const commandId = newIds.command();
  await shard.save(new Map([[state.id, asWork(state, effects)]]));
  if (command) await shard.send([commandMessage(command, { commandId, hostId: state.hostId, now: shard.now })]);
  return commandId;
}

function createAnswers({ hosts, showCard }: Pick<RequestDeps, 'hosts' | 'showCard'>): Answers {
  const demandHost = (session: Pick<Session, 'hostId'>): void => {
    if (!hosts.isReachable(session.hostId)) throw new HostUnreachable(session.hostId);
  };
  return {
    start: (request, tx, shard) =>
      once(tx, placeOf('start', request), async () => {
        // Receipts are kept for some days: a repetition after that must not begin the session anew.
        if ((await shard.load([request.sessionId])).has(request.sessionId)) return { sessionId: request.sessionId };
        demandHost(request);
        const hostT = hosts.get(request.hostId)?.nowT ?? shard.now;
        const requested = { ...requestedSession(request, shard.now), statusT: hostT, wallOffset: shard.now - hostT };
        const ids = { terminalId: newIds.terminal(), cliSessionId: newIds.cliSession() };
        const { state: session, command } = launch(requested, request, { ids, now: shard.now });
        await shard.save(new Map([[session.id, firstWork(session)]]));
        await shard.send([
          commandMessage(command, { commandId: newIds.command(), hostId: session.hostId, now: shard.now }),
        ]);
        return { sessionId: session.id };
      }),

    send: (request, tx, shard) =>
      once(tx, placeOf('send', request), async () => {
        const session = await sessionOf(shard, request.sessionId);
        demandHost(session);
        const turnId = newIds.turn();
        await accept(shard, sendText(session, request.text, turnId));
        return { turnId };
      }),

    answer: (request, tx, shard) =>
      once(tx, placeOf('answer', request), async () => {
        const session = await sessionOf(shard, request.sessionId);
        demandHost(session);
        return { commandId: await accept(shard, answerDialog(session, { ...request, now: shard.now })) };
      }),

    stop: (request, tx, shard) =>
      once(tx, placeOf('stop', request), async () => {
        const session = await sessionOf(shard, request.sessionId);
        await accept(shard, stopSession(session, shard.now));
        return { sessionId: session.id };
      }),

    show: async ({ sessionId }, _tx, shard) => ({ card: showCard(await sessionOf(shard, sessionId)) }),

    history: async ({ sessionId }, tx, shard) => {
      await sessionOf(shard, sessionId);
      const rows = await historyOf(tx, sessionId);
      return {
        history: rows.map(({ status, rule, event, at_ms, guess }) => ({
          status,
          reason: { rule, event, at: new Date(Math.round(at_ms)).toISOString(), guess },
        })),
      };
    },
  };
}

/** Serves the requests of one owned shard until the returned function is called. */
export function serveShard(deps: RequestDeps, shard: number): () => Promise<void> {
  const answers = createAnswers(deps);
  const serve = <V extends SessionVerb>(verb: V) =>
    deps.bus.serve(subjects.request('session-state', shard, verb), (body) => {
      const request = parseRequest(SESSION_REQUESTS[verb].request, body) as SessionRequest<V>;
      return deps.service.runInShard(shard, (tx, inShard) => answers[verb](request, tx, inShard));
    });
  const stops = (Object.keys(SESSION_REQUESTS) as SessionVerb[]).map((verb) => serve(verb));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
