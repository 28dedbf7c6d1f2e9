import { GraphQLError } from 'graphql';
import { NotReachable, RemoteError, RequestTimedOut, errorBody, type Log } from '@pitwall/service-kit';

/** An error for the client: what happened, and what to do next. */
export const refused = (code: string, message: string, hint: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, hint } });

const typed = (error: unknown): GraphQLError | null => {
  // A refusal of the gateway's own, which the executor has wrapped to add its place.
  if (error instanceof GraphQLError) return error.originalError ? typed(error.originalError) : error;
  if (error instanceof RemoteError) return refused(error.code, error.message, error.hint ?? '');
  if (error instanceof NotReachable || error instanceof RequestTimedOut) {
    return refused(
      'UNAVAILABLE',
      'That part of Pitwall does not answer right now.',
      'See pitwall status, then try again.',
    );
  }
  const body = errorBody(error);
  return body.code === 'INTERNAL' ? null : refused(body.code, body.message, body.hint ?? '');
};

/** The one place where errors become GraphQL errors; an unknown one is logged and told without its details. */
export function graphqlError(error: unknown, log: Log): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (error instanceof GraphQLError && !original) return error;
  const known = typed(original);
  if (known && error instanceof GraphQLError) {
    return new GraphQLError(known.message, {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions: known.extensions,
    });
  }
  if (known) return known;
  log.error({ err: original }, 'a resolver failed');
  return refused('INTERNAL', 'Pitwall failed on this request.', 'See logs/services.log.');
}
