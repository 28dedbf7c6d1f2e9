const STEPS: Readonly<Record<string, string>> = {
  resume: 'resumed conversation',
  'terminal-id': 'terminal id',
  'same-process': 'same process',
  'connecting-scan': 'scan of new terminals',
  'process-parent': 'parent process',
  launch: 'its launch',
  scan: 'scan of all processes',
  manual: 'hand',
};

/** "terminal id": how a session was linked to its card. */
export const matchedBy = (step: string): string => STEPS[step] ?? step;
