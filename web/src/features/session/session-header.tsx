import { IconArrowLeft, IconHome2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../app/session-store.js';
import { Icon } from '../../ui/icon.js';
import { LifecycleChip } from '../../ui/lifecycle-chip.js';
import { Mark } from '../../ui/mark.js';
import { StatusChip } from '../../ui/status-chip.js';
import { visibleText } from '../../ui/visible-text.js';
import { SessionFacts } from './session-facts.js';
import { SessionMenu } from './session-menu.js';
import { WhyStatus } from './why-status.js';
import classes from './session-header.module.css';

/** What it is called, what it is at and why, where it runs. */
export function SessionHeader({ session }: { session: Session }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <header className={classes['header']}>
      <div className={classes['crumb']}>
        <Link to="/" className={classes['back']} aria-label="Back to Live">
          <Icon of={IconArrowLeft} />
          <span>Live</span>
        </Link>
        <h1 className="cut" title={session.title}>
          {visibleText(session.title)}
        </h1>
        {session.room !== null && (
          <span className={classes['room']}>
            <Icon of={IconHome2} size={12} />
            {visibleText(session.room)}
          </span>
        )}
      </div>
      <SessionMenu session={session} onRefused={setRefusal} />
      <div className={classes['reason']}>
        <StatusChip session={session} />
        <LifecycleChip session={session} />
        <WhyStatus session={session} />
        {session.marks.map((mark) => (
          <Mark key={mark} name={mark} />
        ))}
        <SessionFacts session={session} />
      </div>
      {refusal !== null && (
        <p className={classes['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </header>
  );
}
