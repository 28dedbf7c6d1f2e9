const MARKER = /\[\[(\w+)(?::\s*((?:(?!\]\]).)*))?\]\]/gs;

/** "look [[read: a]] [[text: done]]" becomes steps and the closing words. */
export function readScript(prompt) {
  const steps = [...prompt.matchAll(MARKER)].map(([, kind, argument = '']) => ({ kind, argument: argument.trim() }));
  const words = steps.find(({ kind }) => kind === 'text')?.argument;
  return { steps: steps.filter(({ kind }) => kind !== 'text'), words: words ?? 'Done.' };
}
