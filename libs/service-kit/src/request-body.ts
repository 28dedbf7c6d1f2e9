import { z } from 'zod';

/** The request is not of the form that its contract gives. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid';
  readonly code = 'BAD_REQUEST';
  readonly hint = 'Correct the request; nothing was done.';
}

/** The body of a request over the bus. Throws RequestInvalid with all that is wrong. */
export function parseRequest<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestInvalid(z.prettifyError(parsed.error));
}
