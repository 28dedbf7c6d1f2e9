import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useShortcuts } from '../app/shortcuts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import classes from './dialog.module.css';

interface DialogProps {
  label: string;
  width: number;
  onClose: () => void;
  children: ReactNode;
}

const NONE = {};

/** Lies over the page: a window on a desktop, the whole screen on a phone. No key of the page works below it. */
export function Dialog({ label, width, onClose, children }: DialogProps) {
  const phone = useMediaQuery('(max-width: 820px)', false, { getInitialValueInEffect: false });
  useShortcuts(NONE, { alone: true });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      size={width}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      // On the window itself; as a property of the modal it would name what lies around it.
      attributes={{ content: { 'aria-label': label } }}
    >
      {children}
      {phone && (
        <Button kind="icon" className={classes['close']} aria-label="Close" onClick={onClose}>
          <Icon of={IconX} size={20} />
        </Button>
      )}
    </Modal>
  );
}
