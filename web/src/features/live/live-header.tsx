import { IconFilter2, IconLayoutGrid, IconList, IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { showOverlay } from '../../app/overlay.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { ThemeSwitch } from '../../app/shell/theme-switch.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { KeyHint } from '../../ui/key-hint.js';
import { Segmented } from '../../ui/segmented.js';
import type { BoardView, ChangeView } from './use-board-view.js';
import classes from './live-header.module.css';

interface LiveHeaderProps {
  show: 'inbox' | 'board';
  count: number;
  view: BoardView;
  change: ChangeView;
}

const GROUPS = [
  { value: 'room', shown: 'Room' },
  { value: 'host', shown: 'Host' },
  { value: 'status', shown: 'Status' },
] as const;
const VIEWS = [
  { value: 'rows', shown: <Icon of={IconList} />, label: 'Rows' },
  { value: 'cards', shown: <Icon of={IconLayoutGrid} />, label: 'Cards' },
] as const;

export function LiveHeader({ show, count, view, change }: LiveHeaderProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.select() }, count > 0);
  return (
    <header className={classes['header']}>
      <h1 className={classes['desk']}>Live</h1>
      <h1 className={classes['phone']}>{show === 'inbox' ? 'Inbox' : 'Board'}</h1>
      {count > 0 && (
        <span className={`${classes['count']} num`} data-show={show}>
          {count.toLocaleString('en')} {count === 1 ? 'session' : 'sessions'}
        </span>
      )}
      <span className={classes['space']} />
      {count > 0 && (
        <>
          <label className={classes['filter']} data-show={show}>
            <Icon of={IconFilter2} />
            <span className="unseen">Filter</span>
            <input
              ref={field}
              placeholder="Filter"
              autoComplete="off"
              spellCheck={false}
              value={view.text}
              onChange={(event) => change({ text: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') change({ text: '' });
                if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
              }}
            />
            <KeyHint keys="/" />
          </label>
          <Segmented
            className={classes['desk']}
            label="Group by"
            value={view.group}
            options={GROUPS}
            onChange={(group) => change({ group })}
          />
          <Segmented
            className={classes['desk']}
            label="Shown as"
            value={view.view}
            options={VIEWS}
            onChange={(shown) => change({ view: shown })}
          />
          <Button kind="primary" className={classes['desk']} onClick={() => showOverlay('new-session')}>
            <Icon of={IconPlus} /> New session <KeyHint keys="n" />
          </Button>
        </>
      )}
      <span className={classes['phone']}>
        <Button kind="icon" aria-label="Search or jump to" onClick={() => showOverlay('palette')}>
          <Icon of={IconSearch} size={20} />
        </Button>
        <ThemeSwitch size={20} />
      </span>
    </header>
  );
}
