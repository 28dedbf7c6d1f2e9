import { describe, expect, test } from '@jest/globals';
import { type JestReport, tallyOf } from '../../src/testing/jest-run.js';
import { inWords, ONE_FAILED, ONE_SKIPPED, sum } from '../../src/testing/tally.js';

const report = (changes: Partial<JestReport>): JestReport => ({
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
  ...changes,
});

describe('the count of tests', () => {
  test.each([
    ['passed', {}, '3 passed, 0 failed, 0 skipped'],
    ['skipped and still to write', { numPendingTests: 2, numTodoTests: 1 }, '3 passed, 0 failed, 3 skipped'],
    ['failed', { numFailedTests: 2, success: false }, '3 passed, 2 failed, 0 skipped'],
    [
      'a file that broke is one failure',
      { numRuntimeErrorTestSuites: 1, success: false },
      '3 passed, 1 failed, 0 skipped',
    ],
    ['a run that failed without a failing test is one too', { success: false }, '3 passed, 1 failed, 0 skipped'],
  ])('%s', (_, changes, words) => {
    expect(inWords(tallyOf(report(changes)))).toBe(words);
  });

  test('kinds add up', () => {
    expect(inWords(sum([ONE_FAILED, ONE_SKIPPED, ONE_FAILED]))).toBe('0 passed, 2 failed, 1 skipped');
  });
});
