import { IconCheck, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useNow } from '../../app/now.js';
import type { Session } from '../../app/session-store.js';
import { Icon } from '../../ui/icon.js';
import { duration } from '../../ui/time.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './activity-pane.module.css';

type Subagent = Session['subagents'][number];

const STATES: Record<string, { words: string; icon: typeof IconCheck }> = {
  running: { words: 'Running', icon: IconPlayerPlay },
  done: { words: 'Done', icon: IconCheck },
  failed: { words: 'Failed', icon: IconX },
};

export function SubagentList({ subagents }: { subagents: readonly Subagent[] }) {
  const now = useNow();
  if (subagents.length === 0) return null;
  return (
    <>
      <h2 className={classes['head']}>
        Subagents <span className={classes['count']}>{subagents.length}</span>
      </h2>
      <ul>
        {subagents.map(({ id, type, task, status, toolCount, startedAt, endedAt, transcriptPath }) => {
          const state = STATES[status];
          const time = duration((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
          return (
            <li key={id} className={classes['subagent']} title={transcriptPath ?? undefined}>
              <span className={classes['state']} data-state={status}>
                {state && <Icon of={state.icon} size={13} />}
                {state?.words ?? status}
              </span>
              <span className={classes['task']}>
                <b>{visibleText(type)}</b> {visibleText(task)}
              </span>
              <span className={classes['count']}>
                {toolCount} {toolCount === 1 ? 'tool' : 'tools'} · {time}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
