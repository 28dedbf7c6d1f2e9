import type { Session } from '../../app/session-store.js';
import type { BoardItemProps } from './board-row.js';
import { needsYou } from './filters.js';
import { optionId } from './option-id.js';

/** What makes a row or a card an option of the board's list, and a link to its session. */
export const boardOption = (session: Session, { id, selected, position, total, onPick }: BoardItemProps) => ({
  id: optionId(id),
  role: 'option',
  'aria-selected': selected,
  'aria-posinset': position,
  'aria-setsize': total,
  tabIndex: -1,
  to: `/s/${id}`,
  'data-needs': needsYou(session) || undefined,
  onClick: () => onPick(id),
});
