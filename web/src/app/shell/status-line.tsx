import { KeyHint } from '../../ui/key-hint.js';
import { memory } from '../../ui/memory.js';
import { useSessions } from '../dashboard-state.js';
import { KEYS } from '../keys.js';
import { useWorkingKeys } from '../shortcuts.js';
import { LinkNote } from './link-note.js';
import classes from './status-line.module.css';

/** The keys that work now, how current the screen is, and what all agents hold. */
export function StatusLine() {
  const working = useWorkingKeys();
  const measured = useSessions().filter(({ memoryBytes }) => memoryBytes !== null);
  const bytes = measured.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0);
  const measure = measured.every(({ memoryMeasure }) => memoryMeasure === 'pss') ? 'PSS' : 'RSS';
  return (
    <footer className={classes['line']}>
      <div className={classes['side']}>
        {KEYS.filter(({ brief, names }) => brief && names.some((name) => working.has(name))).map(({ shown, brief }) => (
          <span key={brief} className={classes['hint']}>
            <span>
              {shown.map((key) => (
                <KeyHint key={key} keys={key} />
              ))}
            </span>
            {brief}
          </span>
        ))}
      </div>
      <div className={`${classes['side']} num`}>
        <LinkNote />
        {measured.length > 0 && (
          <span>
            ≈ {memory(bytes)} {measure}
          </span>
        )}
      </div>
    </footer>
  );
}
