import { createSourceEventStream, execute, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { parseLimited } from './limits.js';
import type { GraphqlContext } from './context.js';

type Result = ExecutionResult | Promise<ExecutionResult>;
type Stream = AsyncIterableIterator<unknown>;

/** Documents are few and the same for every dashboard. */
const DOCUMENTS_KEPT = 100;

/**
 * Twenty dashboards that show the same card have asked the same of it: an event is worked out once for each document,
 * set of variables and person, and all of them get that one result.
 */
export function createSharedResults() {
  const documents = new Map<string, DocumentNode>();
  const ids = new WeakMap<DocumentNode, number>();
  const results = new WeakMap<object, Map<string, Result>>();
  let nextId = 1;

  const parse = (source: Parameters<typeof parseLimited>[0]): DocumentNode => {
    const text = typeof source === 'string' ? source : source.body;
    const known = documents.get(text);
    if (known) return known;
    const document = parseLimited(source);
    ids.set(document, nextId++);
    if (documents.size >= DOCUMENTS_KEPT) documents.delete(documents.keys().next().value!);
    documents.set(text, document);
    return document;
  };

  const questionOf = ({ document, operationName, variableValues, contextValue }: ExecutionArgs): string =>
    JSON.stringify([
      ids.get(document),
      operationName ?? null,
      variableValues ?? null,
      (contextValue as GraphqlContext).principal,
    ]);

  const resultOf = (args: ExecutionArgs, question: string, event: unknown): Result => {
    const work = () => execute({ ...args, rootValue: event });
    if (typeof event !== 'object' || event === null) return work();
    const known = results.get(event) ?? new Map<string, Result>();
    results.set(event, known);
    const result = known.get(question) ?? work();
    known.set(question, result);
    return result;
  };

  const subscribe = async (args: ExecutionArgs): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> => {
    const stream = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in stream)) return stream;
    const question = questionOf(args);
    return mapped(stream[Symbol.asyncIterator]() as Stream, (event) => resultOf(args, question, event));
  };

  return { parse, subscribe };
}

/** Ends the source when it is ended itself, also before the first event. */
function mapped(source: Stream, resultOf: (event: unknown) => Result): AsyncIterableIterator<ExecutionResult> {
  const ended = { value: undefined, done: true } as const;
  const map = async (step: Promise<IteratorResult<unknown>>): Promise<IteratorResult<ExecutionResult>> => {
    const taken = await step;
    return taken.done === true ? ended : { value: await resultOf(taken.value), done: false };
  };
  return {
    next: () => map(source.next()),
    return: async () => {
      await source.return?.();
      return ended;
    },
    throw: async (error) => {
      await source.return?.();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
