import { useHost } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { Button } from '../../ui/button.js';
import { cliName } from '../../ui/cli-name.js';
import { Dialog } from '../../ui/dialog.js';
import { NowText } from '../../ui/now-text.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './stop-question.module.css';

interface StopQuestionProps {
  readonly session: Session;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** Names what ends before it is ended. */
export function StopQuestion({ session, onStop, onClose }: StopQuestionProps) {
  const host = useHost(session.hostId)?.name ?? session.hostId;
  const running = session.subagents.filter(({ status }) => status === 'running');
  return (
    <Dialog label="Stop the session?" width={480} onClose={onClose}>
      <div className={classes['question']}>
        <h2>Stop “{visibleText(session.title)}”?</h2>
        <p>
          {cliName(session.cli)} on {host} ends with everything that it started:
        </p>
        <ul>
          {session.now && (
            <li>
              <NowText session={session} wraps />
            </li>
          )}
          {running.map(({ id, type, task }) => (
            <li key={id}>
              Subagent {visibleText(type)}
              {task !== '' && `: ${visibleText(task)}`}
            </li>
          ))}
          {session.queue.map(({ turnId, text }) => (
            <li key={turnId}>A prompt that was not acknowledged: “{visibleText(text)}”</li>
          ))}
        </ul>
        <p>Files that it wrote stay as they are.</p>
        <div className={classes['buttons']}>
          <Button onClick={onClose} data-autofocus>
            Keep it running
          </Button>
          <Button kind="primary" onClick={onStop}>
            Stop it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
