import { useState, type ReactNode } from 'react';
import type { Session } from '../../app/session-store.js';
import { AnswerPanel } from '../answers/answer-panel.js';
import { TerminalPane } from '../terminal/terminal-pane.js';
import { Composer } from './composer.js';
import { EndedBar } from './ended-bar.js';
import { ElsewhereNote } from './elsewhere-note.js';
import { QueueStrip } from './queue-strip.js';
import classes from './session-view.module.css';

/** The terminal, and below it what can be done about it, most urgent first. */
export function TerminalColumn({ session, title }: { session: Session; title: ReactNode }) {
  const { terminalId, status } = session;
  const ended = status === 'ended';
  // Its last screen stays for who saw it end; there is none to fetch later.
  const [seenRunning, setSeenRunning] = useState(!ended);
  if (!ended && !seenRunning) setSeenRunning(true);
  return (
    <div className={classes['left']} data-asks={session.requests.length > 0 || undefined}>
      {terminalId !== null && seenRunning ? (
        <TerminalPane terminalId={terminalId} ended={ended} title={title} />
      ) : (
        <>
          <div className={classes['bar']}>{title}</div>
          <ElsewhereNote session={session} />
        </>
      )}
      {ended && <EndedBar session={session} />}
      <AnswerPanel session={session} />
      {!ended && <QueueStrip queue={session.queue} />}
      {!ended && terminalId !== null && <Composer session={session} />}
    </div>
  );
}
