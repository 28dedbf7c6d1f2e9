import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { BoardCard } from './board-card.js';
import { BoardGroup } from './board-group.js';
import { lineOfStop, type BoardLine } from './board-lines.js';
import { BoardRow } from './board-row.js';
import classes from './board.module.css';

interface BoardLinesProps {
  lines: readonly BoardLine[];
  scroller: RefObject<HTMLDivElement | null>;
  cursor: string | null;
  /** Sessions that share their title with another one. */
  shared: ReadonlySet<string>;
  narrow: boolean;
  onToggle: (group: string) => void;
  onPick: (id: string) => void;
}

/** As in the style sheets: heights are known beforehand, so that nothing has to be measured. */
const HEIGHTS = { group: 30, row: 36, card: 144, lastCards: 154 };
const NARROW = { ...HEIGHTS, group: 44, row: 56 };
const OVERSCAN = 10;

const keyOf = (line: BoardLine): string => {
  if (line.kind === 'group') return `group:${line.key}`;
  return line.kind === 'row' ? line.id : line.ids.join();
};

export function BoardLines({ lines, scroller, cursor, shared, narrow, onToggle, onPick }: BoardLinesProps) {
  const heights = narrow ? NARROW : HEIGHTS;
  const heightOf = (line: BoardLine | undefined): number => {
    if (line?.kind === 'group') return heights.group;
    if (line?.kind === 'cards') return line.last ? heights.lastCards : heights.card;
    return heights.row;
  };
  const heads = useMemo(() => lines.flatMap((line, index) => (line.kind === 'group' ? [index] : [])), [lines]);
  const sticky = useRef(0);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => keyOf(lines[index] as BoardLine),
    overscan: OVERSCAN,
    scrollPaddingStart: heights.group,
    rangeExtractor: (range) => {
      sticky.current = heads.findLast((index) => index <= range.startIndex) ?? 0;
      return [...new Set([sticky.current, ...defaultRangeExtractor(range)])];
    },
  });
  useEffect(() => virtual.measure(), [virtual, lines, narrow]);
  useEffect(() => {
    const index = cursor === null ? -1 : lineOfStop(lines, cursor);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only the cursor's own moves scroll; a board that changes around it stays where it is.
  }, [cursor]);

  const total = lines.reduce((sum, line) => sum + (line.kind === 'group' ? line.count : 0), 0);
  const draw = (line: BoardLine) => {
    if (line.kind === 'group') return <BoardGroup line={line} {...{ cursor, onToggle }} />;
    const ids = line.kind === 'row' ? [line.id] : line.ids;
    const items = ids.map((id, index) => {
      const item = {
        id,
        onPick,
        total,
        selected: id === cursor,
        shared: shared.has(id),
        position: line.position + index,
      };
      return line.kind === 'row' ? (
        <BoardRow key={id} {...item} member={line.member} />
      ) : (
        <BoardCard key={id} {...item} />
      );
    });
    if (line.kind === 'row') return items;
    return (
      <div className={classes['cards']} style={{ gridTemplateColumns: `repeat(${line.columns}, minmax(0, 1fr))` }}>
        {items}
      </div>
    );
  };

  return (
    <div className={classes['lines']} style={{ height: virtual.getTotalSize() }} role="presentation">
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const stays = index === sticky.current;
        return (
          <div
            key={key}
            className={classes['line']}
            role="presentation"
            data-sticky={stays || undefined}
            style={stays ? undefined : { transform: `translateY(${start}px)` }}
          >
            {draw(lines[index] as BoardLine)}
          </div>
        );
      })}
    </div>
  );
}
