import { useMemo, useRef } from 'react';
import type { Session } from '../../app/session-store.js';
import { StatusChip } from '../../ui/status-chip.js';
import { visibleText } from '../../ui/visible-text.js';
import { readAsked, type Request } from './asked.js';
import { countOf } from './diff-lines.js';
import { fitsCompact } from './fits-compact.js';
import { RequestBody } from './request-body.js';
import { RequestFoot } from './request-foot.js';
import { useSeenWhole } from './use-seen-whole.js';
import classes from './answer-panel.module.css';

interface RequestPanelProps {
  readonly session: Session;
  readonly request: Request;
  readonly compact: boolean;
  readonly selected: boolean;
  /** "2 of 3" */
  readonly place: string | null;
}

const NAMES: Record<string, string> = { permission: 'Permission request', question: 'Question', plan: 'Plan' };

/** One open request: what it is, all of it, and its answers. */
export function RequestPanel({ session, request, compact, selected, place }: RequestPanelProps) {
  const content = JSON.stringify([request.id, request.input, request.always]);
  // A card comes anew with every change of its session: what is asked counts.
  const asked = useMemo(() => readAsked(request, session.cwd), [content, session.cwd]);
  const body = useRef<HTMLDivElement>(null);
  const seenWhole = useSeenWhole(body, content);
  const tooLong = compact && !fitsCompact(asked);
  const sender = session.subagents.find(({ id }) => id === request.subagentId);
  return (
    <section
      className={classes['request']}
      aria-label={NAMES[request.kind] ?? 'Request'}
      data-compact={compact || undefined}
      data-status={request.kind === 'permission' ? 'approval' : 'input'}
    >
      <div className={classes['head']}>
        {!compact && <StatusChip session={session} />}
        <b>{visibleText(asked.kind === 'arguments' ? asked.tool : request.tool)}</b>
        {asked.kind === 'arguments' && asked.server !== null && (
          <span className={classes['aside']}>from the server {visibleText(asked.server)}</span>
        )}
        {asked.kind === 'edit' && (
          <>
            {asked.file !== null && <code className={classes['file']}>{visibleText(asked.file)}</code>}
            <span className={classes['stat']}>
              <span className={classes['added']}>+{countOf(asked.lines, 'add')}</span>{' '}
              <span className={classes['removed']}>−{countOf(asked.lines, 'del')}</span>
            </span>
          </>
        )}
        {request.subagentId !== null && (
          <span className={classes['aside']}>
            asked by {sender ? visibleText(`${sender.type}${sender.task && `: ${sender.task}`}`) : 'a subagent'}
          </span>
        )}
        {place !== null && <span className={classes['place']}>{place}</span>}
      </div>
      {!tooLong && (
        <div
          className={classes['body']}
          ref={body}
          // Reached by the keyboard too, since a long one has to be scrolled to its end.
          tabIndex={seenWhole ? undefined : 0}
          role="group"
          aria-label="What is asked"
        >
          <RequestBody asked={asked} cwd={session.cwd} />
        </div>
      )}
      <RequestFoot
        {...{ session, request, asked, content, selected }}
        shown={tooLong ? 'elsewhere' : seenWhole ? 'whole' : 'partly'}
      />
    </section>
  );
}
