import { useEffect, useState } from 'react';
import type { ScreenState } from './terminal-screen.js';
import classes from './terminal-view.module.css';

/** A screen comes at once or something is in its way. */
const LATE_MS = 3_000;

function wordsOf({ socket, drawn }: ScreenState, ended: boolean, late: boolean): string | null {
  if (socket === 'missing' && !ended) return 'This terminal is not there any more.';
  if (socket === 'reconnecting') return 'Reconnecting';
  if (ended || socket === 'exited') return null;
  return late && !drawn ? 'No screen has come yet. Its host may be out of reach.' : null;
}

/** What is in the way of the live screen. */
export function ScreenNote({ state, ended }: { state: ScreenState; ended: boolean }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [state.socket, state.drawn]);
  const words = wordsOf(state, ended, late);
  return (
    <div role="status" className={classes['notes']}>
      {words !== null && <span className={classes['note']}>{words}</span>}
    </div>
  );
}
