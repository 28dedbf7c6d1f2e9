import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSessions } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { visibleText } from '../../ui/visible-text.js';
import { linkTargets } from './link-targets.js';
import classes from './stop-question.module.css';
import { useLinking } from './use-linking.js';

interface LinkDialogProps {
  readonly session: Session;
  readonly kind: 'relink' | 'unlink';
  readonly onClose: () => void;
}

const WORDS = {
  relink: { title: 'Show this conversation on another card?', confirm: 'Move it' },
  unlink: { title: 'Give this conversation a card of its own?', confirm: 'Unlink it' },
};

/** Says what moves before it moves. */
export function LinkDialog({ session, kind, onClose }: LinkDialogProps) {
  const targets = linkTargets(useSessions(), session);
  const [to, setTo] = useState(targets[0]?.id ?? '');
  const { link, busy, refusal } = useLinking(session.id);
  const navigate = useNavigate();
  const { title, confirm } = WORDS[kind];
  const move = async (): Promise<void> => {
    const shownBy = await link(kind === 'relink' ? to : null);
    if (shownBy === null) return;
    onClose();
    await navigate(`/s/${shownBy}`);
  };
  return (
    <Dialog label={title} width={480} onClose={onClose}>
      <div className={classes['question']}>
        <h2>{title}</h2>
        <p>
          All that it did since it was linked here goes with it: its status, open requests and subagents. The terminal
          stays with this card.
        </p>
        {kind === 'relink' && (
          <Field label="Card" note={targets.length === 0 ? 'no other one of this CLI on this host' : undefined}>
            {({ className, ...control }) => (
              <select {...control} className={className} value={to} onChange={(event) => setTo(event.target.value)}>
                {targets.map((one) => (
                  <option key={one.id} value={one.id}>
                    {visibleText(one.title)} · {one.status} · {one.id.slice(0, 12)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {refusal !== null && <p role="alert">{refusal}</p>}
        <div className={classes['buttons']}>
          <Button onClick={onClose} data-autofocus>
            Leave it
          </Button>
          <Button kind="primary" disabled={busy || (kind === 'relink' && to === '')} onClick={() => void move()}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
