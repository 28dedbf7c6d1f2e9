import type { Command } from 'commander';
import { type CommonOptions, exitCodeOf, type Outcome } from '../command.js';
import { EXIT } from '../exit.js';
import { answer, answerJson, table } from '../print.js';

const uptime = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const status = async (options: CommonOptions): Outcome => {
  const { readEnvironment, stackStatus } = await import('@pitwall/stack/control');
  const { home: standard, remote } = readEnvironment();
  const { remoteStatus, stackParts } = await import('../stack-parts.js');
  const isElsewhere = options.home === undefined && remote !== null;
  const known = isElsewhere ? await remoteStatus(remote.url) : await stackStatus(options.home ?? standard);
  const parts = known.up && !isElsewhere ? await stackParts(known.home, known.parts) : known.parts;
  const report = { ...known, parts };
  if (options.json) answerJson(report);
  else {
    answer(
      report.up ? `up, ${report.pid === null ? report.home : `process ${report.pid}`}` : `not running (${report.home})`,
    );
    const header = ['part', 'state', 'version', 'uptime', 'lag', ''];
    const rows = report.parts.map((part) => [
      part.name,
      part.ok ? 'ok' : 'down',
      part.version || '-',
      part.ok && part.uptimeMs > 0 ? uptime(part.uptimeMs) : '-',
      part.lag === null ? '-' : String(part.lag),
      part.detail,
    ]);
    if (rows.length > 0) answer(table([header, ...rows]));
  }
  if (!report.up) return EXIT.unreachable;
  return report.parts.every((part) => part.ok) ? EXIT.done : EXIT.failed;
};

export const registerStatus = (program: Command): void => {
  program
    .command('status')
    .description('how each part of the stack is')
    .option('--home <dir>', 'the home to use (default: $PITWALL_HOME or ~/.pitwall)')
    .option('--json', 'answer in JSON')
    .action(exitCodeOf(status));
};
