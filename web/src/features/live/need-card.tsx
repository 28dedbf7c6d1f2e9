import { useIntersection } from '@mantine/hooks';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useHost, useSession } from '../../app/dashboard-state.js';
import { Age } from '../../ui/age.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { LifecycleChip } from '../../ui/lifecycle-chip.js';
import { NowText } from '../../ui/now-text.js';
import { StatusChip } from '../../ui/status-chip.js';
import { visibleText } from '../../ui/visible-text.js';
import { AnswerPanel } from '../answers/answer-panel.js';
import { askedAt } from './needs.js';
import classes from './need-card.module.css';

interface NeedCardProps {
  id: string;
  /** It needs nobody any more, and is shown for a moment longer. */
  gone: boolean;
  open: boolean;
  onOpen: () => void;
}

/** Its keys work while so much of it can be seen; the rest is the shadow of its edge. */
const IN_SIGHT = 0.95;

export const needElement = (id: string): string => `need-${id}`;

/** What a session needs: the open one with all of it and its answers, the others in one line. */
export function NeedCard({ id, gone, open, onOpen }: NeedCardProps) {
  const session = useSession(id);
  const host = useHost(session?.hostId ?? '');
  const { ref, entry } = useIntersection<HTMLLIElement>({ threshold: IN_SIGHT });
  const wasOpen = useRef(false);
  if (open || !gone) wasOpen.current = open;
  if (!session) return null;
  const failed = session.lifecycle === 'failed';
  const panel = !failed && (open || (gone && wasOpen.current));
  return (
    <li
      ref={ref}
      id={needElement(id)}
      className={classes['need']}
      data-open={open || undefined}
      aria-current={open || undefined}
    >
      <div className={classes['head']}>
        {failed ? <LifecycleChip session={session} /> : <StatusChip session={session} />}
        <Link className={`${classes['title']} cut`} to={`/s/${id}`} title={session.title}>
          {session.title}
        </Link>
        {open && host && <span className={classes['aside']}>{host.name}</span>}
        <Age className={classes['aside']} since={askedAt(session)} />
      </div>
      {panel && (
        <AnswerPanel session={session} compact selected={open && (entry?.intersectionRatio ?? 0) >= IN_SIGHT} />
      )}
      {!panel && (
        <div className={classes['line']}>
          <span className={classes['words']}>
            {failed || gone ? (
              <span className="cut">{visibleText(session.statusReason.event)}</span>
            ) : (
              <NowText session={session} />
            )}
          </span>
          {failed && (
            <ButtonLink small to={`/s/${id}`}>
              Open
            </ButtonLink>
          )}
          {!failed && !gone && (
            <Button small onClick={onOpen} aria-label={`Review: ${session.title}`}>
              Review
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
