import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureNatsServer, readEnvironment } from '@pitwall/stack';
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

interface Run {
  readonly checkout: string;
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
  readonly json: boolean;
}

const inWords = ({ metric, ours, floor, ratio, unit, n }: Measurement): string => {
  const beside = floor === null ? '' : `, floor ${floor} ${unit}${ratio === null ? '' : ` (× ${ratio})`}`;
  return `${metric}: ${ours} ${unit}${beside}, n = ${n}`;
};

const show = (line: string, json: boolean): void => {
  if (!line.startsWith('{')) progress(line);
  else answer(json ? line : inWords(JSON.parse(line) as Measurement));
};

/** TypeScript to one file that Node runs; packages stay where they are. */
const bundle = async (checkout: string, name: string): Promise<string> => {
  const { build } = await import('esbuild');
  const outfile = join(checkout, '.cache', 'bench', `${name}.mjs`);
  await build({
    ...{ entryPoints: [join(checkout, 'bench', name, 'bench.ts')], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'error' },
  });
  return outfile;
};

/** A folder `bench/<name>` holds a program `bench.ts` that prints measurements, one JSON object a line. */
const runBenchmark = async ({ checkout, name, env, json }: Run): Promise<boolean> => {
  const file = await bundle(checkout, name);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout }).on('line', (line) => show(line, json));
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
};

/** Says whether all of them ran to their end. */
export const runBenchmarks = async (names: readonly string[], json: boolean): Promise<boolean> => {
  const checkout = findCheckout();
  const folder = join(checkout, 'bench');
  const all = existsSync(folder)
    ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'bench.ts')))
    : [];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const hint = all.length === 0 ? 'There are none yet.' : `There are: ${all.join(', ')}`;
    throw new CliError({ code: 'NO_SUCH_BENCHMARK', message: `There is no benchmark "${unknown}".`, hint });
  }
  const env = { ...process.env, PITWALL_NATS_BIN: await ensureNatsServer(readEnvironment(), progress) };
  let ok = true;
  for (const name of names.length > 0 ? names : all) {
    progress(`== ${name}`);
    if (await runBenchmark({ checkout, name, env, json })) continue;
    progress(`FAIL ${name}`);
    ok = false;
  }
  return ok;
};
