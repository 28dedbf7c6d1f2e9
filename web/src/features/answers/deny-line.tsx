import { useState } from 'react';
import { Button } from '../../ui/button.js';
import classes from './answer-panel.module.css';

interface DenyLineProps {
  readonly disabled: boolean;
  readonly onDeny: (message: string) => void;
  readonly onClose: () => void;
}

/** One line for what the agent is told; it may stay empty. */
export function DenyLine({ disabled, onDeny, onClose }: DenyLineProps) {
  const [message, setMessage] = useState('');
  return (
    <form
      className={classes['deny']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) onDeny(message.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <input
        autoFocus
        aria-label="What the agent is told"
        placeholder="Tell the agent why, or leave it empty"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={disabled}>
        Deny
      </Button>
      <Button onClick={onClose}>Keep asking</Button>
    </form>
  );
}
