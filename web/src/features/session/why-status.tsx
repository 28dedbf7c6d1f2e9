import { IconChevronDown } from '@tabler/icons-react';
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../app/now.js';
import { useShortcuts } from '../../app/shortcuts.js';
import type { Session } from '../../app/session-store.js';
import { Icon } from '../../ui/icon.js';
import { visibleText } from '../../ui/visible-text.js';
import { reasonSentence } from './reason-words.js';
import { WhyEvidence } from './why-evidence.js';
import classes from './session-header.module.css';

/** The reason in a sentence; a click or `w` shows what it rests on. */
export function WhyStatus({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  useShortcuts({ w: () => setOpen(!open) });
  useShortcuts({ Escape: () => setOpen(false) }, open);
  const sentence = visibleText(reasonSentence(session, now));
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width="min(452px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      classNames={{ dropdown: classes['evidence'] ?? '' }}
    >
      <Popover.Target>
        <button type="button" className={classes['why']} onClick={() => setOpen(!open)} title={sentence}>
          <span className="cut">{sentence}</span>
          <Icon of={IconChevronDown} size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Why this status">
        <WhyEvidence session={session} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
