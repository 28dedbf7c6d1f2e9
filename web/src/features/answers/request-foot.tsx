import { useState } from 'react';
import { Link } from 'react-router';
import { useShortcuts } from '../../app/shortcuts.js';
import type { Session } from '../../app/session-store.js';
import { useHost, useOnline } from '../../app/dashboard-state.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { KeyHint } from '../../ui/key-hint.js';
import type { Asked, Request } from './asked.js';
import { DenyLine } from './deny-line.js';
import { OpenTerminal } from './open-terminal.js';
import { refusalWords } from './refusal-words.js';
import { useAnswering } from './use-answering.js';
import classes from './answer-panel.module.css';

interface RequestFootProps {
  readonly session: Session;
  readonly request: Request;
  readonly asked: Asked;
  /** Changes whenever what is asked does. */
  readonly content: string;
  readonly selected: boolean;
  /** How much of it stands beside the buttons; `elsewhere`: this place is too small for it. */
  readonly shown: 'whole' | 'partly' | 'elsewhere';
}

const SENT = { allow: 'allow', allow_always: 'always allow', deny: 'deny' } as const;

/** The answers, or why there are none here. */
export function RequestFoot({ session, request, asked, content, selected, shown }: RequestFootProps) {
  const { given, give } = useAnswering(session.id, request.id, `${content} ${selected}`);
  const host = useHost(session.hostId)?.name ?? session.hostId;
  const isLost = !useOnline();
  const [denying, setDenying] = useState(false);
  const refusal = given?.phase === 'refused' && given.refusal ? refusalWords(given.refusal) : null;
  const isUnreachable = session.marks.includes('host-unreachable');
  const isBlocked = isLost || isUnreachable;
  const isOver = given?.phase === 'sending' || given?.phase === 'sent' || (refusal !== null && !refusal.again);
  const canBeHere = request.kind === 'permission' && request.answerable && asked.kind !== 'cut';
  const hasAnswers = canBeHere && shown !== 'elsewhere' && !isOver;
  const canAllow = hasAnswers && !isBlocked && shown === 'whole';
  const allow = (): void => give('allow');
  const always = (): void => give('allow_always');
  const deny = (): void => setDenying(true);
  // A key that is held down must not answer the next request too.
  const once = (act: () => void) => (event: KeyboardEvent) => void (event.repeat || act());
  const keys = {
    ...(canAllow && { a: once(allow) }),
    ...(canAllow && request.always !== null && { A: once(always) }),
    d: once(deny),
  };
  useShortcuts(keys, selected && hasAnswers && !isBlocked && !denying);

  const foot = (words: React.ReactNode) => <div className={classes['foot']}>{words}</div>;
  if (given?.phase === 'sending' || given?.phase === 'sent') {
    return foot(
      <p className={classes['words']} role="status">
        {given.phase === 'sending' ? 'Sending' : 'Sent'}: {SENT[given.behavior]}
        {given.message !== '' && `, “${given.message}”`}
      </p>,
    );
  }
  if (refusal !== null && !refusal.again) {
    return foot(
      <>
        <p className={classes['words']} role="alert">
          {refusal.text}
        </p>
        {refusal.terminal && <OpenTerminal session={session} />}
      </>,
    );
  }
  if (request.kind !== 'permission') {
    return foot(
      <>
        <p className={classes['words']}>Answer it in the terminal.</p>
        <OpenTerminal session={session} />
      </>,
    );
  }
  if (!request.answerable) {
    return foot(
      <>
        <p className={classes['words']}>
          The agent told of this but waits for its own terminal alone. Answer it there.
        </p>
        <OpenTerminal session={session} />
      </>,
    );
  }
  if (asked.kind === 'cut') {
    return foot(
      <>
        <p className={classes['words']}>
          You can’t approve what you can’t see: it is longer than the 8 KB that are kept here. The terminal has all of
          it.
        </p>
        <OpenTerminal session={session} />
      </>,
    );
  }
  if (shown === 'elsewhere') {
    return foot(
      <>
        <ButtonLink to={`/s/${session.id}`}>Review</ButtonLink>
        <p className={classes['words']}>Too long to be seen whole here.</p>
      </>,
    );
  }
  return foot(
    <>
      {denying ? (
        <DenyLine disabled={isBlocked} onClose={() => setDenying(false)} onDeny={(message) => give('deny', message)} />
      ) : (
        <>
          <Button kind="primary" disabled={!canAllow} onClick={allow}>
            Allow <KeyHint keys="a" />
          </Button>
          {request.always !== null && (
            <Button disabled={!canAllow} onClick={always}>
              Always <KeyHint keys="⇧A" />
            </Button>
          )}
          <Button disabled={isBlocked} onClick={deny}>
            Deny… <KeyHint keys="d" />
          </Button>
        </>
      )}
      {shown === 'partly' && <p className={classes['words']}>Scroll to its end to allow it.</p>}
      {request.always !== null && !denying && <p className={classes['scope']}>Always: {request.always}</p>}
      {isLost && (
        <p className={classes['words']} data-tone="warn">
          Not connected. Answers are sent when the link is back, not before; the agent waits.
        </p>
      )}
      {!isLost && isUnreachable && (
        <p className={classes['words']} data-tone="warn">
          {host} is not in reach, so nothing can be sent. The agent waits.{' '}
          <Link to={`/s/${session.id}`}>Last known status</Link>
        </p>
      )}
      {refusal !== null && (
        <p className={classes['words']} data-tone="warn" role="alert">
          {refusal.text}
        </p>
      )}
    </>,
  );
}
