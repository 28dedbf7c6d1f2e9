/** What the exit code of every command says. */
export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly hint?: string | null;
  readonly exit?: ExitCode;
}

/** Ends a command with a message; anything thrown that is no CliError is a fault of ours. */
export class CliError extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly exit: ExitCode;

  constructor({ code, message, hint = null, exit = EXIT.failed }: Failure) {
    super(message);
    this.name = 'CliError';
    this.code = code;
    this.hint = hint;
    this.exit = exit;
  }
}

/** Errors of the stack and of the services have the same fields under other classes. */
const asCliError = (error: unknown): CliError => {
  if (error instanceof CliError) return error;
  const { code, message, hint } = error as Partial<Failure>;
  if (error instanceof Error && error.name === 'StackError' && code !== undefined) {
    return new CliError({ code, message: error.message, hint: hint ?? null });
  }
  return new CliError({
    code: 'INTERNAL',
    message: error instanceof Error ? (error.stack ?? error.message) : String(message ?? error),
  });
};

export interface Streams {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown };
}

const STANDARD_STREAMS: Streams = { out: process.stdout, err: process.stderr };

/** The one place that tells of a failure. */
export const reportFailure = (error: unknown, json: boolean, { out, err }: Streams = STANDARD_STREAMS): ExitCode => {
  const { code, message, hint, exit } = asCliError(error);
  if (json) {
    // On both streams: a script reads the answer from stdout, a person and a log look for failures on stderr.
    const line = `${JSON.stringify({ error: { code, message, hint } })}\n`;
    out.write(line);
    err.write(line);
  } else {
    err.write(hint === null ? `${message}\n` : `${message}\n  ${hint}\n`);
  }
  return exit;
};
