import { randomUUID } from 'node:crypto';
import type { Card, Cli, RequestId } from '@pitwall/contracts';
import { demandCard } from './access.js';
import type { GraphqlContext } from './context.js';
import { refused } from './errors.js';
import { JOIN_LIFETIME_MS } from '../hosts/host-enrolment.js';
import { listHosts, type HostRow } from '../io/directory-store.js';
import { sessionIdOf } from './session-id.js';
import { viewOf } from './session-view.js';

interface StartInput {
  cli: Cli;
  cwd: string;
  hostId?: string | null;
  title?: string | null;
  prompt?: string | null;
  model?: string | null;
  permissionMode?: string | null;
  room?: string | null;
  requestId?: string | null;
}

interface AnswerInput {
  sessionId: string;
  request: string;
  behavior: 'allow' | 'allow_always' | 'deny';
  message?: string | null;
  requestId?: string | null;
}

/** A terminal opens in well under a second; a host that is busy or slow gets this long. */
const START_TIMEOUT_MS = 20_000;

const requestIdOr = (given: string | null | undefined): RequestId => (given ?? `req-${randomUUID()}`) as RequestId;

async function chooseHost({ db, hosts }: GraphqlContext, wanted: string | null | undefined): Promise<HostRow> {
  const rows = await listHosts(db);
  if (wanted != null) {
    const named = rows.find((row) => row.host_id === wanted || row.name === wanted);
    if (!named) throw refused('HOST_NOT_FOUND', `There is no host ${wanted}.`, 'List them with: pitwall host list');
    return named;
  }
  const inReach = rows.filter((row) => hosts.get(row.host_id)?.reachable);
  if (inReach.length === 1 && inReach[0]) return inReach[0];
  if (inReach.length === 0) {
    throw refused(
      'HOST_UNREACHABLE',
      'No host is in reach.',
      'Start one with: pitwall up (this machine) or pitwall host up',
    );
  }
  const names = inReach.map((row) => row.name).join(', ');
  throw refused('HOST_REQUIRED', `Several hosts are in reach: ${names}.`, 'Name one with --host.');
}

const hasStarted = (card: Card): boolean => card.terminalId !== null || card.status === 'ended';

export const mutations = {
  createLoginCode: (_: unknown, _args: unknown, { login }: GraphqlContext) => login.createCode(),

  createJoinToken: async (_: unknown, _args: unknown, { enrolment, homeTeam }: GraphqlContext) => ({
    token: await enrolment.createJoinToken(homeTeam),
    lifetimeMs: JOIN_LIFETIME_MS,
  }),

  startSession: async (_: unknown, { input }: { input: StartInput }, context: GraphqlContext) => {
    const { cli, cwd } = input;
    if (!cwd.startsWith('/'))
      throw refused('BAD_REQUEST', `"${cwd}" is not an absolute path.`, 'Give the whole path of a folder on the host.');
    const host = await chooseHost(context, input.hostId);
    const requestId = requestIdOr(input.requestId);
    const sessionId = sessionIdOf((input.requestId ?? null) as RequestId | null);
    await context.sessions('start', sessionId, {
      requestId,
      sessionId,
      team: host.team_id,
      hostId: host.host_id,
      cli,
      cwd,
      title: input.title ?? null,
      prompt: input.prompt ?? null,
      model: input.model ?? null,
      permissionMode: input.permissionMode ?? null,
      room: input.room ?? null,
    });
    const card = await context.cards.waitFor(sessionId, hasStarted, START_TIMEOUT_MS);
    if (!card)
      throw refused(
        'START_TIMED_OUT',
        `The terminal of session ${sessionId} did not open in time.`,
        'Watch it with: pitwall session watch, or see pitwall status',
      );
    if (card.terminalId === null) throw refused('START_FAILED', card.statusReason.event, 'Correct it and start again.');
    return viewOf(card);
  },

  sendText: async (
    _: unknown,
    args: { sessionId: string; text: string; requestId?: string | null },
    context: GraphqlContext,
  ) => {
    const card = await demandCard(context, args.sessionId);
    const requestId = requestIdOr(args.requestId);
    const { turnId } = await context.sessions('send', card.id, { requestId, sessionId: card.id, text: args.text });
    return { sessionId: card.id, turnId };
  },

  answerRequest: async (_: unknown, { input }: { input: AnswerInput }, context: GraphqlContext) => {
    const card = await demandCard(context, input.sessionId);
    const { commandId } = await context.sessions('answer', card.id, {
      requestId: requestIdOr(input.requestId),
      sessionId: card.id,
      dialogId: input.request as RequestId,
      behavior: input.behavior === 'allow_always' ? 'allow-always' : input.behavior,
      message: input.message ?? null,
      by: context.principal.name,
    });
    return { sessionId: card.id, request: input.request, commandId };
  },

  stopSession: async (_: unknown, args: { sessionId: string; requestId?: string | null }, context: GraphqlContext) => {
    const card = await demandCard(context, args.sessionId);
    await context.sessions('stop', card.id, { requestId: requestIdOr(args.requestId), sessionId: card.id });
    const stopped = await context.sessions('show', card.id, { sessionId: card.id });
    return viewOf(stopped.card);
  },
};
