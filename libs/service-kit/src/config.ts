import type { output, ZodType } from 'zod';

/** The configuration can't be used; `problems` lists every one of them, `<path>: <what is wrong>` each. */
export class ConfigInvalid extends Error {
  readonly code = 'CONFIG_INVALID';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid. Correct these and start again:\n  ${problems.join('\n  ')}`);
    this.name = 'ConfigInvalid';
  }
}

/** Parses `source` (an environment or a parsed file) once; throws `ConfigInvalid` with all problems at once. */
export function parseConfig<T extends ZodType>(schema: T, source: unknown): output<T> {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  throw new ConfigInvalid(
    result.error.issues.map((issue) => `${issue.path.map(String).join('.') || '(root)'}: ${issue.message}`),
  );
}
