import { ask, GatewayError } from '../../app/gateway.js';
import { watched } from '../../app/dashboard-state.js';
import { ANSWER_REQUEST } from '../../app/documents.js';
import type { AnswerBehavior } from '../../generated/graphql.js';
import { freshId } from '../../ui/fresh-id.js';

/** What became of an answer that was given in this page. */
export interface GivenAnswer {
  readonly behavior: AnswerBehavior;
  readonly message: string;
  readonly phase: 'sending' | 'sent' | 'refused';
  /** Epoch ms. */
  readonly at: number;
  readonly refusal: GatewayError | null;
  /** The same for a second try of the same answer, so that it counts once. */
  readonly requestId: string;
}

/** By session and request; outlives the panels, which come and go with the selection. */
const given = watched<ReadonlyMap<string, GivenAnswer>>(new Map());

/** After this the gateway takes another answer: the first did not arrive. */
const PENDING_MS = 30_000;
/** Enough to tell what happened to everything on the screen. */
const KEPT = 200;

const keyOf = (sessionId: string, request: string): string => `${sessionId}/${request}`;

const put = (key: string, answer: GivenAnswer | null): void => {
  const next = new Map(given.get());
  next.delete(key);
  if (answer) next.set(key, answer);
  given.set(new Map([...next].slice(-KEPT)));
};

export const givenAnswers = {
  subscribe: given.subscribe,
  all: given.get,
  of: (sessionId: string, request: string, among = given.get()): GivenAnswer | null =>
    among.get(keyOf(sessionId, request)) ?? null,
};

interface Answer {
  readonly sessionId: string;
  readonly request: string;
  readonly behavior: AnswerBehavior;
  readonly message?: string;
}

export async function giveAnswer({ sessionId, request, behavior, message = '' }: Answer): Promise<void> {
  const key = keyOf(sessionId, request);
  const before = given.get().get(key);
  if (before?.phase === 'sending' || before?.phase === 'sent') return;
  const again = before?.behavior === behavior && before.message === message;
  const requestId = again ? before.requestId : freshId();
  const answer: GivenAnswer = { behavior, message, phase: 'sending', at: Date.now(), refusal: null, requestId };
  put(key, answer);
  try {
    const told = message === '' ? null : message;
    await ask(ANSWER_REQUEST, { input: { sessionId, request, behavior, message: told, requestId } });
    const sent: GivenAnswer = { ...answer, phase: 'sent', at: Date.now() };
    put(key, sent);
    setTimeout(() => {
      if (given.get().get(key) === sent) put(key, null);
    }, PENDING_MS);
  } catch (error) {
    const refusal = error instanceof GatewayError ? error : new GatewayError('FAILED', String(error), '');
    put(key, { ...answer, phase: 'refused', refusal });
  }
}
