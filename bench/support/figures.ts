/** The value below which this share (0 … 1) of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Measurement {
  /** Begins with the id of its goal in docs/benchmarks.md. */
  readonly metric: string;
  readonly ours: number;
  readonly floor?: number;
  /** ours / floor, or floor / ours where more is better; so that smaller is always better. */
  readonly ratio?: number;
  readonly unit: string;
  readonly n: number;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** One line of the benchmark's output. */
export function tell({ metric, ours, floor, ratio, unit, n }: Measurement): void {
  const line = {
    metric,
    ours: rounded(ours),
    floor: floor === undefined ? null : rounded(floor),
    peer: null,
    ratio: ratio === undefined ? null : rounded(ratio),
    unit,
    n,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** A line for people about what is going on. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);
