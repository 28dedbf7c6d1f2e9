import type { Session } from './session-fields.js';

const SECOND = 1_000;

/** "12 s", "5 min", "3 h", "2 d" */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
};

export const ago = (iso: string, now: number): string => `${duration(now - Date.parse(iso))} ago`;

/** Text of an agent or a hook can hold escape sequences: shown, they must do nothing. */
export const inert = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- those are what has to go
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) =>
    character === '\n' ? ' ' : '\ufffd',
  );

/** S-10: "approval: PermissionRequest for Bash, 12 s ago". */
export const statusLine = (session: Session, now: number): string => {
  const { statusReason, status } = session;
  const guess = statusReason.guess ? 'probably ' : '';
  const next = statusReason.next
    ? `; ${statusReason.next.status} in ${duration(Date.parse(statusReason.next.at) - now)} if nothing happens`
    : '';
  return `${guess}${status}: ${inert(statusReason.event)}, ${ago(statusReason.at, now)} [${statusReason.rule}]${next}`;
};

const summary = (input: unknown): string => {
  if (typeof input === 'object' && input !== null) {
    const { command, file_path: file, description } = input as Record<string, unknown>;
    for (const text of [command, file, description]) if (typeof text === 'string') return inert(text);
  }
  return inert(JSON.stringify(input) ?? '');
};

export const describeRequests = (session: Session): string[] =>
  session.requests.flatMap((request) => [
    `  ${request.kind} for ${inert(request.tool)}: ${summary(request.input)}`,
    `    answer with: pitwall session answer ${session.id} ${request.id} --allow|--deny`,
    ...(request.always === null ? [] : [`    always (--allow-always): ${inert(request.always)}`]),
  ]);

/** All that a person wants to know of one session, a line each. */
export const describeSession = (session: Session, now: number): string[] => [
  `${inert(session.title)}  (${session.id})`,
  `  ${statusLine(session, now)}`,
  ...(session.marks.length > 0 ? [`  marks: ${session.marks.join(', ')}`] : []),
  ...describeRequests(session),
  `  ${session.cli} in ${inert(session.cwd)} on ${session.hostId}, ${session.originLabel ?? session.origin}`,
  ...(session.model
    ? [`  model ${inert(session.model)}${session.permissionMode ? `, mode ${session.permissionMode}` : ''}`]
    : []),
  ...(session.match ? [`  matched by: ${session.match.step} (${inert(session.match.evidence)})`] : []),
  ...session.subagents
    .filter((run) => run.status === 'running')
    .map((run) => `  subagent ${inert(run.type)}: ${inert(run.task)} (${run.toolCount} tools)`),
  ...session.queue.map((turn) => `  ${turn.phase}: ${inert(turn.text).slice(0, 100)}`),
];
