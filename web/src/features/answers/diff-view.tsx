import { visibleText } from '../../ui/visible-text.js';
import type { DiffLine } from './diff-lines.js';
import classes from './diff-view.module.css';

const MARKS: Record<DiffLine['kind'], string> = { same: '', add: '+', del: '−', head: '' };
const SPOKEN: Record<DiffLine['kind'], string> = { same: '', add: 'added: ', del: 'removed: ', head: '' };

/** A change line by line. Numbers stand only where they are a file's own. */
export const DiffView = ({ lines, numbered }: { lines: readonly DiffLine[]; numbered: boolean }) => (
  <div className={classes['diff']} data-numbered={numbered || undefined}>
    {lines.length === 0 && <p className={classes['head']}>Nothing: the file becomes empty.</p>}
    {lines.map(({ kind, text }, index) =>
      kind === 'head' ? (
        <p key={index} className={classes['head']}>
          {visibleText(text)}
        </p>
      ) : (
        <div key={index} className={classes['line']} data-kind={kind}>
          {numbered && <span className={classes['number']}>{index + 1}</span>}
          <span className={classes['mark']} aria-hidden="true">
            {MARKS[kind]}
          </span>
          <code>
            <span className="unseen">{SPOKEN[kind]}</span>
            {visibleText(text)}
          </code>
        </div>
      ),
    )}
  </div>
);
