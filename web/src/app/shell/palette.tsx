import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { KeyHint } from '../../ui/key-hint.js';
import { StatusChip } from '../../ui/status-chip.js';
import { findEntries, type PaletteEntry } from './palette-entries.js';
import { usePaletteEntries } from './use-palette-entries.js';
import classes from './palette.module.css';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const optionId = (index: number): string => `palette-${index}`;

/** Jump to a session or do something, by its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = findEntries(usePaletteEntries(), text);
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (event.key === 'Enter') choose(found[current]);
    else if (by !== undefined) setAt((current + by + found.length) % Math.max(found.length, 1));
    else return;
    event.preventDefault();
  };

  return (
    <Dialog label="Search or jump to" width={600} onClose={onClose}>
      <input
        className={classes['field']}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? optionId(current) : undefined}
        aria-label="Search or jump to"
        placeholder="Search or jump to"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="palette-list" role="listbox" aria-label="Sessions and actions" className={classes['list']}>
        {found.map((entry, index) => (
          <div
            key={entry.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === current}
            className={classes['option']}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            {entry.session && <StatusChip session={entry.session} />}
            <span className={`${classes['title']} cut`}>{entry.title}</span>
            <span className={`${classes['detail']} cut`}>{entry.detail}</span>
            {entry.keys && <KeyHint keys={entry.keys} />}
          </div>
        ))}
        {found.length === 0 && <p className={classes['none']}>Nothing is called “{text}”.</p>}
      </div>
    </Dialog>
  );
}
