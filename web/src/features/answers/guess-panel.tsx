import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { age } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import { OpenTerminal } from './open-terminal.js';
import classes from './answer-panel.module.css';

/** A timer's guess that something waits: nothing was reported, so there is nothing to allow. */
export function GuessPanel({ session, compact }: { session: Session; compact: boolean }) {
  const now = useNow();
  const tool = session.now?.tool ?? 'A tool';
  return (
    <section className={classes['guess']} aria-label="Probably asked" data-compact={compact || undefined}>
      <p>
        {visibleText(tool)} has not answered for {age(session.lastSignalAt, now)}. Look at the terminal.
      </p>
      <OpenTerminal session={session} />
    </section>
  );
}
