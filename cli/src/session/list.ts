import { connectGateway } from '../gateway-client.js';
import { answer, answerJson, table } from '../print.js';
import { ago, inert } from './describe-session.js';
import { listSessions } from './find-session.js';
import type { CommonOptions, Outcome } from '../command.js';
import type { Session } from './session-fields.js';

export interface ListOptions extends CommonOptions {
  readonly team?: string;
  readonly all?: boolean;
}

/** What needs a person comes first. */
const URGENCY = ['approval', 'input', 'waiting', 'working', 'prompting', 'connecting', 'idle', 'ended'];

const byUrgency = (a: Session, b: Session): number => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status);

const row = (session: Session, now: number): string[] => [
  session.id,
  session.statusReason.guess ? `${session.status}?` : session.status,
  ago(session.statusReason.at, now),
  session.cli,
  inert(session.title).slice(0, 40),
  inert(session.cwd),
  session.marks.join(' '),
];

export const list = async (options: ListOptions): Outcome => {
  const client = connectGateway(options.home);
  const sessions = await listSessions(client, options.team ?? null, options.all ?? false);
  if (options.json) return answerJson({ sessions });
  if (sessions.length === 0) {
    answer('No sessions. Start one with: pitwall session start --cli claude --cwd DIR');
    if (!options.all) answer('Ended ones: pitwall session list --all');
    return;
  }
  const now = Date.now();
  const header = ['session', 'status', 'since', 'cli', 'title', 'folder', ''];
  answer(table([header, ...sessions.sort(byUrgency).map((session) => row(session, now))]));
};
