import { IconListNumbers } from '@tabler/icons-react';
import type { Session } from '../../app/session-store.js';
import { Icon } from '../../ui/icon.js';
import { visibleText } from '../../ui/visible-text.js';
import classes from './queue-strip.module.css';

type Queue = Session['queue'];

/** What each phase is evidence of; delivered is no result. */
const PHASES: Record<string, string> = {
  queued: 'on its way to the terminal',
  delivered: 'typed, not acknowledged yet',
  failed: 'not typed',
};

function summary(queue: Queue): string {
  const count = (phase: string): number => queue.filter((turn) => turn.phase === phase).length;
  const parts = ['queued', 'delivered', 'failed'].flatMap((phase) => {
    const n = count(phase);
    return n === 0 ? [] : [`${n} ${phase}`];
  });
  return `${parts.join(', ')}.`;
}

/** Prompts that were sent and that no hook has acknowledged yet. */
export function QueueStrip({ queue }: { queue: Queue }) {
  const [first] = queue;
  if (!first) return null;
  return (
    <details className={classes['strip']}>
      <summary>
        <Icon of={IconListNumbers} size={13} />
        <span>{summary(queue)}</span>
        <span className={`cut ${classes['next']}`}>Next: “{visibleText(first.text)}”</span>
      </summary>
      <ol>
        {queue.map(({ turnId, text, phase }) => (
          <li key={turnId}>
            <span>{visibleText(text)}</span>
            <span className={classes['phase']} data-phase={phase}>
              {PHASES[phase] ?? phase}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
