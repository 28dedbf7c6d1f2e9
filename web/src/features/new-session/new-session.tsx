import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useOnline, useWatched } from '../../app/dashboard-state.js';
import { SHOWN_AFTER_MS, useAfter } from '../../app/use-after.js';
import { watched } from '../../app/watched.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { KeyHint } from '../../ui/key-hint.js';
import { sentences } from '../../ui/sentences.js';
import { EMPTY, objectionTo, type Draft } from './draft.js';
import { NewSessionFields } from './new-session-fields.js';
import { useStart } from './use-start.js';
import classes from './new-session.module.css';

/** What was typed outlives the dialog, until it has become a session. */
const draft = watched<Draft>(EMPTY);

/** Starts an agent in a folder of a host and goes to it. */
export function NewSession({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const online = useOnline();
  const value = useWatched(draft);
  const { starting, refusal, start } = useStart();
  const slow = useAfter(starting, SHOWN_AFTER_MS);
  const [tried, setTried] = useState(false);

  const submit = async (): Promise<void> => {
    setTried(true);
    if (objectionTo(value) !== null || starting || !online) return;
    const id = await start(value);
    if (id === null) return;
    draft.set({ ...EMPTY, cli: value.cli, hostId: value.hostId });
    onClose();
    await navigate(`/s/${id}`);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void submit();
  };

  return (
    <Dialog label="New session" width={560} onClose={onClose}>
      <form className={classes['form']} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
        <h2 className={classes['head']}>New session</h2>
        <div className={classes['fields']}>
          <NewSessionFields draft={value} onChange={draft.set} objection={tried ? objectionTo(value) : null} />
          {refusal && (
            <p className={classes['refusal']} role="alert">
              Not started: {sentences(refusal.message, refusal.hint)} <code>{refusal.code}</code>
            </p>
          )}
        </div>
        <div className={classes['foot']}>
          <span className={classes['progress']} role="status">
            {slow && 'Starting the terminal'}
            {!online && 'Not connected. It can start when the connection is back.'}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={starting || !online}>
            Start session <KeyHint keys="⌘⏎" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
