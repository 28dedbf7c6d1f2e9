import classes from './board-skeleton.module.css';

/** As many as fill a small screen; they say that rows come, not how many. */
const WIDTHS = [62, 48, 71, 55, 66, 40, 58, 50];

export const BoardSkeleton = () => (
  <div className={classes['rows']} role="status">
    <span className="unseen">Loading the board</span>
    {WIDTHS.map((width) => (
      <div key={width} className={classes['row']}>
        <i />
        <i style={{ width: `${width}%` }} />
        <i style={{ width: `${100 - width}%` }} />
        <i />
        <i />
      </div>
    ))}
  </div>
);
