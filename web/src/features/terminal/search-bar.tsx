import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatched } from '../../app/dashboard-state.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import type { TerminalScreen } from './terminal-screen.js';
import classes from './terminal-view.module.css';

/** Searches what the terminal still holds; Enter goes on, ⇧Enter goes back, Esc closes. */
export function SearchBar({ screen, onClose }: { screen: TerminalScreen; onClose: () => void }) {
  const [text, setText] = useState('');
  const found = useWatched(screen.search.found);
  const close = (): void => {
    screen.search.end();
    onClose();
  };
  const change = (next: string): void => {
    setText(next);
    if (next === '') screen.search.end();
    else screen.search.next(next);
  };
  const count = found === null || text === '' ? '' : `${found.count === 0 ? 0 : found.at + 1} of ${found.count}`;
  return (
    <form
      role="search"
      className={classes['search']}
      onSubmit={(event) => {
        event.preventDefault();
        screen.search.next(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault();
          screen.search.previous(text);
        }
      }}
    >
      <input
        autoFocus
        aria-label="Search in the terminal"
        placeholder="Search"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <span className={classes['count']} role="status">
        {count}
      </span>
      <Button kind="icon" small aria-label="Previous" onClick={() => screen.search.previous(text)}>
        <Icon of={IconChevronUp} size={14} />
      </Button>
      <Button kind="icon" small aria-label="Next" type="submit">
        <Icon of={IconChevronDown} size={14} />
      </Button>
      <Button kind="icon" small aria-label="Close the search" onClick={close}>
        <Icon of={IconX} size={14} />
      </Button>
    </form>
  );
}
