/** What a group of tests came to. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
export const ONE_PASSED: Tally = { ...NOTHING, passed: 1 };
export const ONE_FAILED: Tally = { ...NOTHING, failed: 1 };
export const ONE_SKIPPED: Tally = { ...NOTHING, skipped: 1 };

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NOTHING,
  );

export const inWords = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
