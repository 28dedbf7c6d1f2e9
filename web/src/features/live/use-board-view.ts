import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { filterOf, type FilterName } from './filters.js';
import { GROUPINGS, type Grouping } from './group-sessions.js';
import { useWritten } from './use-written.js';

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

/** `leaving`: the page is left right after, so that the address has to know at once. */
export type ChangeView = (change: Partial<BoardView>, leaving?: boolean) => void;

const DEFAULTS: BoardView = { show: 'all', group: 'room', view: 'rows', text: '', at: null, need: null };
const PARAMS: Record<keyof BoardView, string> = {
  show: 'show',
  group: 'group',
  view: 'view',
  text: 'q',
  at: 'at',
  need: 'need',
};

function withChange(old: URLSearchParams, change: Partial<BoardView>): URLSearchParams {
  const next = new URLSearchParams(old);
  for (const [key, value] of Object.entries(change) as [keyof BoardView, string | null][]) {
    if (value === null || value === DEFAULTS[key]) next.delete(PARAMS[key]);
    else next.set(PARAMS[key], value);
  }
  return next;
}

/** Kept in the address, so that a link shows a colleague the same board. */
export function useBoardView(): [BoardView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const newest = useRef(setParams);
  useEffect(() => {
    newest.current = setParams;
  });
  // The same function for good, so that rows need not be drawn again for it.
  const write = useCallback<ChangeView>(
    (wanted) => newest.current((old) => withChange(old, wanted), { replace: true }),
    [],
  );
  const [text, setText] = useWritten(params.get(PARAMS.text) ?? '', (typed) => write({ text: typed }));
  const [at, setAt] = useWritten(params.get(PARAMS.at), (stop) => write({ at: stop }));

  const change = useCallback<ChangeView>(
    (change, leaving = false) => {
      const { text: typed, at: stop, ...wanted } = change;
      if (typed !== undefined) setText(typed);
      if (stop !== undefined) setAt(stop);
      if (leaving) write(change);
      else if (Object.keys(wanted).length > 0) write(wanted);
    },
    [setText, setAt, write],
  );
  const view = useMemo((): BoardView => {
    const group = params.get(PARAMS.group);
    return {
      show: filterOf(params.get(PARAMS.show)).name,
      group: GROUPINGS.find((one) => one === group) ?? DEFAULTS.group,
      view: params.get(PARAMS.view) === 'cards' ? 'cards' : 'rows',
      text,
      at,
      need: params.get(PARAMS.need),
    };
  }, [params, text, at]);
  return [view, change];
}
