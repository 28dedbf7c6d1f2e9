/** Output of `lsof -Fn`: `p<pid>` begins a process, `n<name>` is a file of it. */
export function parseLsof(text: string): Map<number, string[]> {
  const files = new Map<number, string[]>();
  let pid = -1;
  for (const line of text.split('\n')) {
    if (/^p\d+$/.test(line)) pid = Number(line.slice(1));
    else if (line.startsWith('n/')) files.set(pid, [...(files.get(pid) ?? []), line.slice(1)]);
  }
  return files;
}
