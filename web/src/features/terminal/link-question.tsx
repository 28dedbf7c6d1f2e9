import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { visibleText } from '../../ui/visible-text.js';
import { openAddress } from './terminal-links.js';
import classes from './terminal-view.module.css';

/** A link's words may say anything: where it leads is shown whole before it is opened. */
export function LinkQuestion({ address, onClose }: { address: string; onClose: () => void }) {
  const open = useRef<HTMLButtonElement>(null);
  useEffect(() => open.current?.focus(), []);
  return (
    <div
      role="dialog"
      aria-label="Open this address?"
      className={classes['link']}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <code>{visibleText(address)}</code>
      <Button
        ref={open}
        kind="primary"
        onClick={() => {
          openAddress(address);
          onClose();
        }}
      >
        Open
      </Button>
      <Button onClick={onClose}>Stay here</Button>
    </div>
  );
}
