import type { Session } from '../../app/session-store.js';
import { ButtonLink } from '../../ui/button-link.js';
import classes from './answer-panel.module.css';

/** Where a person can answer what can't be answered here. */
export const OpenTerminal = ({ session }: { session: Session }) =>
  session.terminalId === null ? (
    <p className={classes['words']}>It runs in {session.originLabel ?? 'a terminal of its own'}: answer it there.</p>
  ) : (
    <ButtonLink to={`/s/${session.id}/terminal`}>Open terminal</ButtonLink>
  );
