import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CliError } from '../exit.js';
import { answer, progress } from '../print.js';
import { findCheckout } from './checkout.js';

/** One line of a benchmark's output. */
interface Measurement {
  /** Begins with its goal's id. */
  readonly metric: string;
  readonly ours: number;
  readonly floor: number | null;
  readonly peer: number | null;
  readonly ratio: number | null;
  readonly unit: string;
  readonly n: number;
}

const inWords = ({ metric, ours, floor, ratio, unit, n }: Measurement): string => {
  const beside = floor === null ? '' : `, floor ${floor} ${unit}${ratio === null ? '' : ` (× ${ratio})`}`;
  return `${metric}: ${ours} ${unit}${beside}, n = ${n}`;
};

const show = (line: string, json: boolean): void => {
  if (!line.startsWith('{')) progress(line);
  else answer(json ? line : inWords(JSON.parse(line) as Measurement));
};

/** A folder `bench/<name>` holds a program `bench.mjs` that prints measurements, one JSON object a line. */
const runBenchmark = (file: string, cwd: string, json: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout }).on('line', (line) => show(line, json));
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

/** Says whether all of them ran to their end. */
export const runBenchmarks = async (names: readonly string[], json: boolean): Promise<boolean> => {
  const checkout = findCheckout();
  const folder = join(checkout, 'bench');
  const all = existsSync(folder)
    ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'bench.mjs')))
    : [];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const hint = all.length === 0 ? 'There are none yet.' : `There are: ${all.join(', ')}`;
    throw new CliError({ code: 'NO_SUCH_BENCHMARK', message: `There is no benchmark "${unknown}".`, hint });
  }
  let ok = true;
  for (const name of names.length > 0 ? names : all) {
    progress(`== ${name}`);
    if (await runBenchmark(join(folder, name, 'bench.mjs'), checkout, json)) continue;
    progress(`FAIL ${name}`);
    ok = false;
  }
  return ok;
};
