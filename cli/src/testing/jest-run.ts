import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { progress } from '../print.js';
import { runTool } from './run-tool.js';
import { ONE_FAILED, sum, type Tally } from './tally.js';

/** The part of jest's report that is read here. */
export interface JestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that broke before their tests could be counted. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A file that broke counts as one failure, and so does a run that failed without a failing test. */
export const tallyOf = (report: JestReport): Tally => {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/** Titles of skipped tests tell why. */
const tellSkipped = (report: JestReport): void => {
  for (const { fullName, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'pending' || status === 'todo') progress(`skipped: ${fullName}`);
  }
};

const readReport = (path: string): JestReport | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JestReport;
  } catch {
    return null;
  }
};

export interface JestRun {
  readonly checkout: string;
  readonly project: string;
  /** Only test files whose path matches one of these. */
  readonly patterns: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** How many test files at a time. */
  readonly workers: number;
}

export const runJest = async ({ checkout, project, patterns, env, timeoutMs, workers }: JestRun): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  const report = join(folder, 'report.json');
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = [join(checkout, 'node_modules/jest/bin/jest.js'), '--selectProjects', project, '--passWithNoTests'];
  const output = ['--json', '--outputFile', report, '--maxWorkers', String(workers)];
  try {
    // `--` ends the list of projects, which would swallow the patterns.
    const args = [...node, ...jest, ...output, ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : [])];
    const code = await runTool({ cwd: checkout, args, env, timeoutMs });
    const found = readReport(report);
    if (found !== null) tellSkipped(found);
    const tally = found === null ? ONE_FAILED : tallyOf(found);
    if (found === null) progress(`FAIL ${project}: the test runner ended without a report`);
    if (code !== null) return tally;
    progress(`FAIL ${project}: the test runner had to be ended after ${timeoutMs / 60_000} min`);
    return found === null ? tally : sum([tally, ONE_FAILED]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
