import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { AnswerBehavior } from '../../generated/graphql.js';
import { giveAnswer, givenAnswers, type GivenAnswer } from './given-answers.js';

/** A finger that was already on its way when the panel came, changed or was selected answers nothing. */
const INERT_MS = 400;

interface Answering {
  readonly given: GivenAnswer | null;
  readonly give: (behavior: AnswerBehavior, message?: string) => void;
}

export function useAnswering(sessionId: string, request: string, content: string): Answering {
  const given = useSyncExternalStore(givenAnswers.subscribe, () => givenAnswers.of(sessionId, request));
  const shownAt = useRef(Infinity);
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, [content]);
  const give = useCallback(
    (behavior: AnswerBehavior, message = '') => {
      if (performance.now() - shownAt.current < INERT_MS) return;
      void giveAnswer({ sessionId, request, behavior, message });
    },
    [sessionId, request],
  );
  return { given, give };
}
