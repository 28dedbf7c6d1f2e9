import { filterOf } from './filters.js';
import type { BoardView, ChangeView } from './use-board-view.js';
import classes from './board.module.css';

interface BoardNoneProps {
  view: BoardView;
  change: ChangeView;
}

/** Why the board is empty although there are sessions. */
export const BoardNone = ({ view, change }: BoardNoneProps) => (
  <p className={classes['none']}>
    {view.text === '' ? filterOf(view.show).none : `Nothing here matches “${view.text}”.`}
    <button type="button" onClick={() => change({ text: '', show: 'all' })}>
      Show all
    </button>
  </p>
);
