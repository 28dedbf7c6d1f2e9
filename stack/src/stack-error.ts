/** Why the stack can't do what was asked, with what to do next; the CLI prints it as it is. */
export class StackError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
    this.name = 'StackError';
  }
}
