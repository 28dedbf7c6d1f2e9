/** stdout is for answers. */
export const answer = (text: string): void => void process.stdout.write(`${text}\n`);

export const answerJson = (value: unknown): void => answer(JSON.stringify(value));

/** stderr is for what happens on the way. */
export const progress = (text: string): void => void process.stderr.write(`${text}\n`);

/** Columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
