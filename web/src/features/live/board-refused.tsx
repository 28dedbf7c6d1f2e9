import type { GatewayError } from '../../app/gateway.js';
import { Button } from '../../ui/button.js';
import { sentences } from '../../ui/sentences.js';
import classes from './board-refused.module.css';

/** The sessions could not be had; everything else goes on. */
export const BoardRefused = ({ error, onRetry }: { error: GatewayError; onRetry: () => void }) => (
  <div className={classes['refused']} role="alert">
    <p>
      The sessions can’t be shown: {sentences(error.message, error.hint)} <code>{error.code}</code>
    </p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
);
