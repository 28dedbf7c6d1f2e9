import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { Session } from '../../app/session-store.js';
import { boardLines, isFolded, type BoardLine } from './board-lines.js';
import { filterOf, textFilter } from './filters.js';
import { groupSessions } from './group-sessions.js';
import type { BoardView } from './use-board-view.js';
import { useHeld } from './use-held.js';
import { useHostNames } from './use-host-names.js';
import { useRested } from './use-rested.js';

interface BoardLines {
  readonly lines: readonly BoardLine[];
  readonly toggle: (group: string) => void;
}

/** What the board shows, in order. `columns`: cards side by side, 0 for rows. */
export function useBoardLines(sessions: readonly Session[], view: BoardView, columns: number): BoardLines {
  const { show, group, text } = view;
  const hostName = useHostNames();
  const rested = useRested();
  const [folds, setFolds] = useLocalStorage<Record<string, boolean>>({
    key: `pitwall.folds.${group}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const groups = useMemo(() => {
    const found = textFilter(text, hostName);
    const { takes } = filterOf(show);
    return groupSessions(
      sessions.filter((session) => takes(session) && found(session)),
      group,
      hostName,
    );
  }, [sessions, show, group, text, hostName]);
  const lines = useMemo(() => boardLines(groups, { folds, columns }), [groups, folds, columns]);
  const wish = JSON.stringify([show, group, text, columns, folds]);
  const toggle = useCallback(
    (key: string) => {
      const target = groups.find((one) => one.key === key);
      if (target) setFolds((old) => ({ ...old, [key]: !isFolded(target, old, groups.length) }));
    },
    [groups, setFolds],
  );
  return { lines: useHeld(lines, !rested, wish), toggle };
}
