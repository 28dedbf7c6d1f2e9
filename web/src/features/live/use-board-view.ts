import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { filterOf, type FilterName } from './filters.js';
import { GROUPINGS, type Grouping } from './group-sessions.js';

export interface BoardView {
  readonly show: FilterName;
  readonly group: Grouping;
  readonly view: 'rows' | 'cards';
  readonly text: string;
  /** Where the cursor stands on the board. */
  readonly at: string | null;
  /** The need that was chosen to be open. */
  readonly need: string | null;
}

const DEFAULTS: BoardView = { show: 'all', group: 'room', view: 'rows', text: '', at: null, need: null };
const PARAMS: Record<keyof BoardView, string> = {
  show: 'show',
  group: 'group',
  view: 'view',
  text: 'q',
  at: 'at',
  need: 'need',
};

/** Kept in the address, so that a link shows a colleague the same board. */
export function useBoardView(): [BoardView, (change: Partial<BoardView>) => void] {
  const [params, setParams] = useSearchParams();
  const group = params.get(PARAMS.group);
  const view: BoardView = {
    show: filterOf(params.get(PARAMS.show)).name,
    group: GROUPINGS.find((one) => one === group) ?? DEFAULTS.group,
    view: params.get(PARAMS.view) === 'cards' ? 'cards' : 'rows',
    text: params.get(PARAMS.text) ?? '',
    at: params.get(PARAMS.at),
    need: params.get(PARAMS.need),
  };
  const newest = useRef(setParams);
  useEffect(() => {
    newest.current = setParams;
  });
  // The same function for good, so that rows need not be drawn again for it.
  const change = useCallback(
    (wanted: Partial<BoardView>) =>
      newest.current(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [key, value] of Object.entries(wanted) as [keyof BoardView, string | null][]) {
            if (value === null || value === DEFAULTS[key]) next.delete(PARAMS[key]);
            else next.set(PARAMS[key], value);
          }
          return next;
        },
        { replace: true },
      ),
    [],
  );
  return [view, change];
}
