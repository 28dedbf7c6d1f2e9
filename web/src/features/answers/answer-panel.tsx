import type { Session } from '../../app/session-store.js';
import { ClosedNotes } from './closed-notes.js';
import { GuessPanel } from './guess-panel.js';
import { RequestPanel } from './request-panel.js';
import classes from './answer-panel.module.css';

export interface AnswerPanelProps {
  readonly session: Session;
  /** For a list: only what needs no scrolling can be answered there; anything longer links to the session. */
  readonly compact?: boolean;
  /** False where another request is selected: the keys belong to one panel at a time. */
  readonly selected?: boolean;
}

/** What a session asks a person, with its answers. Empty while it asks nothing. */
export function AnswerPanel({ session, compact = false, selected = true }: AnswerPanelProps) {
  const { requests, status, statusReason } = session;
  const isGuess = statusReason.guess && (status === 'approval' || status === 'input') && requests.length === 0;
  const shown = compact ? requests.slice(0, 1) : requests;
  return (
    <div className={classes['panel']} data-compact={compact || undefined}>
      {shown.map((request, index) => (
        <RequestPanel
          key={request.id}
          session={session}
          request={request}
          compact={compact}
          selected={selected && index === 0}
          place={requests.length > 1 ? `${index + 1} of ${requests.length}` : null}
        />
      ))}
      {isGuess && <GuessPanel session={session} compact={compact} />}
      <ClosedNotes session={session} />
    </div>
  );
}
