import type { Session } from '../app/session-store.js';
import { visibleText } from './visible-text.js';
import classes from './now-text.module.css';

const LEFT_TO_RIGHT = '\u200e';
const looksLikePath = (text: string): boolean => /^~?\/\S*$/.test(text);

/** What the agent is at: a tool with its argument, or the last words in quotes. Nothing where nothing is known. */
export function NowText({ session, wraps }: { session: Pick<Session, 'now' | 'status'>; wraps?: boolean }) {
  const { now, status } = session;
  const cut = wraps ? '' : 'cut';
  if (!now) return status === 'connecting' ? <span className={cut}>Waiting for the first hook</span> : null;
  const text = visibleText(now.text);
  if (now.kind !== 'tool') return text === '' ? null : <span className={cut}>“{text}”</span>;
  const path = !wraps && looksLikePath(text);
  return (
    <>
      <span className={classes['tool']}>{now.tool}</span>{' '}
      <code className={[cut, classes['argument'], path && classes['path']].filter(Boolean).join(' ')}>
        {path ? `${LEFT_TO_RIGHT}${text}` : text}
      </code>
    </>
  );
}
