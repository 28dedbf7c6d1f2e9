import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { KeyHint } from '../../ui/key-hint.js';
import { KEYS, type Key } from '../keys.js';
import classes from './key-sheet.module.css';
import palette from './palette.module.css';

const PLACES: readonly Key['place'][] = ['Everywhere', 'Live', 'Answers', 'Session'];

/** All keys, searchable by what they do. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = KEYS.filter(({ words, shown }) => `${words} ${shown.join(' ')}`.toLowerCase().includes(wanted));
  return (
    <Dialog label="All keys" width={480} onClose={onClose}>
      <input
        className={palette['field']}
        aria-label="Find a key"
        placeholder="All keys: what should it do?"
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={classes['list']}>
        {PLACES.map((place) => {
          const keys = found.filter((key) => key.place === place);
          if (keys.length === 0) return null;
          return (
            <section key={place} aria-label={place}>
              <h3 className={classes['place']}>{place}</h3>
              {keys.map(({ shown, words }) => (
                <div key={words} className={classes['key']}>
                  {words}
                  <span>
                    {shown.map((key) => (
                      <KeyHint key={key} keys={key} />
                    ))}
                    <span className="unseen">{shown.join(' ')}</span>
                  </span>
                </div>
              ))}
            </section>
          );
        })}
        {found.length === 0 && <p className={palette['none']}>No key does that.</p>}
      </div>
    </Dialog>
  );
}
