import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Session } from '../../app/session-store.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { BoardLines } from './board-lines-list.js';
import { groupStop, step, stopsOf } from './board-lines.js';
import { BoardNone } from './board-none.js';
import { FilterChips } from './filter-chips.js';
import { optionId } from './option-id.js';
import { namesakes } from './titles.js';
import { useBoardLines } from './use-board-lines.js';
import type { BoardView, ChangeView } from './use-board-view.js';
import { useNarrow } from './use-narrow.js';
import classes from './board.module.css';

interface BoardProps {
  sessions: readonly Session[];
  view: BoardView;
  change: ChangeView;
}

const CARD_WIDTH = 252;
const CARD_GAP = 10;
const SIDES = 32;

/** Every session, grouped; only what is in sight is drawn. */
export function Board({ sessions, view, change }: BoardProps) {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const fitting = Math.max(1, Math.floor((width - SIDES + CARD_GAP) / (CARD_WIDTH + CARD_GAP)));
  const { lines, toggle } = useBoardLines(sessions, view, view.view === 'cards' && !narrow ? fitting : 0);
  const cursor = view.at;
  const stops = useMemo(() => stopsOf(lines), [lines]);
  const shared = useMemo(() => namesakes(sessions), [sessions]);

  const pick = useCallback((id: string) => change({ at: id }, true), [change]);
  const open = (stop: string): void => {
    const group = lines.find((line) => line.kind === 'group' && groupStop(line.key) === stop);
    if (group?.kind === 'group') return toggle(group.key);
    // Coming back finds the cursor where one left.
    pick(stop);
    void navigate(`/s/${stop}`);
  };
  const move = (by: 1 | -1): void => change({ at: step(stops, cursor, by) });
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(cursor !== null && stops.includes(cursor) && { Enter: () => open(cursor) }),
  });

  return (
    <>
      <FilterChips sessions={sessions} shown={view.show} onChoose={(show) => change({ show })} />
      {lines.length === 0 && <BoardNone {...{ view, change }} />}
      <div
        ref={useMergedRef(scroller, measured)}
        className={classes['scroller']}
        role="listbox"
        aria-label="Sessions"
        tabIndex={0}
        aria-activedescendant={cursor !== null && stops.includes(cursor) ? optionId(cursor) : undefined}
      >
        <BoardLines {...{ lines, scroller, cursor, shared, narrow }} onToggle={toggle} onPick={pick} />
      </div>
    </>
  );
}
