import { describe, expect, test } from '@jest/globals';
import { CliError, EXIT, reportFailure } from '@pitwall/cli';

const capture = (error: unknown, json: boolean) => {
  const said = { out: '', err: '' };
  const exit = reportFailure(error, json, {
    out: { write: (text) => (said.out += text) },
    err: { write: (text) => (said.err += text) },
  });
  return { exit, ...said };
};

const refusal = new CliError({ code: 'NO', message: 'It is refused.', hint: 'Ask again.' });

describe('a failure', () => {
  test('is told to a person on stderr alone', () => {
    expect(capture(refusal, false)).toEqual({ exit: 1, out: '', err: 'It is refused.\n  Ask again.\n' });
  });

  test('is one JSON object with --json', () => {
    const { exit, out, err } = capture(refusal, true);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toEqual({ error: { code: 'NO', message: 'It is refused.', hint: 'Ask again.' } });
    expect(err).toBe(out);
  });

  test('of another kind has its own exit code', () => {
    expect(capture(new CliError({ code: 'GONE', message: 'No answer.', exit: EXIT.unreachable }), false).exit).toBe(3);
  });

  test('that nobody expected is a fault of ours', () => {
    const { exit, out } = capture(new Error('oops'), true);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'INTERNAL' } });
  });
});
