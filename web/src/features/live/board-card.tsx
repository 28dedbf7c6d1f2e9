import { IconPinFilled, IconSitemap } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useHost, useSession } from '../../app/dashboard-state.js';
import { Age } from '../../ui/age.js';
import { Icon } from '../../ui/icon.js';
import { LifecycleChip } from '../../ui/lifecycle-chip.js';
import { Mark } from '../../ui/mark.js';
import { memory } from '../../ui/memory.js';
import { NowText } from '../../ui/now-text.js';
import { StatusChip } from '../../ui/status-chip.js';
import { boardOption } from './board-option.js';
import type { BoardItemProps } from './board-row.js';
import { tellingFolder } from './titles.js';
import classes from './board-card.module.css';

const CLI_NAMES = { claude: 'Claude', codex: 'Codex' } as const;

/** One session as a card, for those who like fewer and larger things. */
export const BoardCard = memo(function BoardCard(props: BoardItemProps) {
  const { id, shared } = props;
  const session = useSession(id);
  const host = useHost(session?.hostId ?? '');
  if (!session) return null;
  const running = session.subagents.filter(({ status }) => status === 'running').length;
  return (
    <Link {...boardOption(session, props)} className={classes['card']}>
      <span className={classes['head']}>
        <StatusChip session={session} />
        <LifecycleChip session={session} />
        {session.pinned && <Icon of={IconPinFilled} size={13} />}
        <Age className={classes['age']} since={session.statusReason.at} />
      </span>
      <span className={`${classes['title']} cut`} title={session.title}>
        {session.title} {shared && <span className={classes['aside']}>{tellingFolder(session)}</span>}
      </span>
      <span className={classes['now']}>
        <NowText session={session} wraps />
      </span>
      <span className={classes['foot']}>
        <span className="cut">{host?.name}</span>
        <span className="cut">{session.agent ?? session.originLabel ?? CLI_NAMES[session.cli]}</span>
        {running > 0 && (
          <span title={`${running} subagents`}>
            <Icon of={IconSitemap} size={12} /> {running}
          </span>
        )}
        {session.marks.map((mark) => (
          <Mark key={mark} name={mark} />
        ))}
        <span className={`${classes['memory']} num`}>
          {session.memoryBytes === null ? '' : memory(session.memoryBytes)}
        </span>
      </span>
    </Link>
  );
});
