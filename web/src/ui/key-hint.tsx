import classes from './key-hint.module.css';

/** The key that does what stands beside it. */
export const KeyHint = ({ keys }: { keys: string }) => (
  <kbd className={classes['key']} aria-hidden="true">
    {keys}
  </kbd>
);
