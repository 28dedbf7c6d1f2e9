import { IconSend2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useOnline } from '../../app/dashboard-state.js';
import { SEND_TEXT } from '../../app/documents.js';
import { ask, GatewayError } from '../../app/gateway.js';
import { useShortcuts } from '../../app/shortcuts.js';
import type { Session } from '../../app/session-store.js';
import { Button } from '../../ui/button.js';
import { cliName } from '../../ui/cli-name.js';
import { freshId } from '../../ui/fresh-id.js';
import { Icon } from '../../ui/icon.js';
import { KeyHint } from '../../ui/key-hint.js';
import { sendRefusal } from './send-refusal.js';
import { useDraft } from './use-draft.js';
import classes from './composer.module.css';

/** Writes to the session. A refusal says why in place, and the text stays. */
export function Composer({ session }: { session: Session }) {
  const [draft, setDraft] = useDraft(session.id);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<GatewayError | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // A second try of the same text counts once.
  const attempt = useRef({ text: '', requestId: '' });
  const isLost = !useOnline();
  const isUnreachable = session.marks.includes('host-unreachable');
  const canSend = draft.trim() !== '' && !sending && !isLost && !isUnreachable;
  useShortcuts({ i: () => field.current?.focus() });

  const send = async (): Promise<void> => {
    if (!canSend) return;
    if (attempt.current.text !== draft) attempt.current = { text: draft, requestId: freshId() };
    setSending(true);
    setRefusal(null);
    try {
      await ask(SEND_TEXT, { sessionId: session.id, text: draft, requestId: attempt.current.requestId });
      attempt.current = { text: '', requestId: '' };
      setDraft('');
    } catch (error) {
      setRefusal(error instanceof GatewayError ? error : new GatewayError('FAILED', String(error), ''));
    } finally {
      setSending(false);
    }
  };
  const blocked = isLost
    ? 'Not connected. What you write is kept; send it when the link is back.'
    : isUnreachable
      ? 'Its host is not in reach. What you write is kept.'
      : null;
  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {(refusal !== null || blocked !== null) && (
        <p className={classes['refusal']} role="alert">
          {blocked ?? (refusal && sendRefusal(refusal))}
        </p>
      )}
      <div className={classes['box']}>
        <textarea
          ref={field}
          rows={1}
          aria-label={`Prompt for ${cliName(session.cli)}`}
          placeholder={`Write to ${cliName(session.cli)}`}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            setRefusal(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') field.current?.blur();
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            void send();
          }}
        />
        <Button kind="primary" type="submit" disabled={!canSend} aria-label="Send">
          <span className={classes['verb']}>
            {sending ? 'Sending' : 'Send'} <KeyHint keys="⌘⏎" />
          </span>
          <span className={classes['sign']}>
            <Icon of={IconSend2} size={18} />
          </span>
        </Button>
      </div>
    </form>
  );
}
