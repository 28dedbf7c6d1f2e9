import type { Session } from '../../app/session-store.js';
import { StatusIcon } from '../../ui/status-icon.js';
import { FILTERS, countEach, type FilterName } from './filters.js';
import classes from './filter-chips.module.css';

const SHAPED: readonly FilterName[] = ['working', 'waiting', 'idle', 'ended'];

interface FilterChipsProps {
  sessions: readonly Session[];
  shown: FilterName;
  onChoose: (name: FilterName) => void;
}

/** What the board can be narrowed to, with how many each has. */
export function FilterChips({ sessions, shown, onChoose }: FilterChipsProps) {
  const counts = countEach(sessions);
  return (
    <div className={classes['filters']} role="group" aria-label="Show">
      {FILTERS.map(({ name, words }) => (
        <button
          key={name}
          type="button"
          className={classes['filter']}
          data-filter={name}
          aria-pressed={name === shown}
          onClick={() => onChoose(name)}
        >
          {SHAPED.includes(name) && <StatusIcon status={name as Session['status']} size={12} />}
          {words}
          <span className={`${classes['count']} num`}>{counts.get(name)?.toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  );
}
