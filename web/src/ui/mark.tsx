import {
  IconHourglass,
  IconMoon,
  IconPlugConnectedX,
  IconTimelineEventX,
  IconUnlink,
  type Icon as Shape,
} from '@tabler/icons-react';
import { Icon } from './icon.js';
import classes from './mark.module.css';

const MARKS: Record<string, { words: string; icon: Shape; warns?: true }> = {
  asleep: { words: 'Asleep', icon: IconMoon },
  'awaiting-results': { words: 'Awaiting results', icon: IconHourglass },
  'host-unreachable': { words: 'Host unreachable', icon: IconPlugConnectedX, warns: true },
  'hooks-missing': { words: 'Hooks missing', icon: IconUnlink, warns: true },
  'hook-gap': { words: 'Hooks lost', icon: IconTimelineEventX, warns: true },
};

/** What is true beside the status: an icon and words, which are never dropped. */
export function Mark({ name }: { name: string }) {
  const mark = MARKS[name];
  if (!mark) return <span className={classes['mark']}>{name}</span>;
  return (
    <span className={classes['mark']} data-warns={mark.warns}>
      <Icon of={mark.icon} size={13} />
      {mark.words}
    </span>
  );
}
