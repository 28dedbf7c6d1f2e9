import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Host } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { useNow } from '../../app/now.js';
import { age } from '../../ui/time.js';
import { LostHost } from './lost-host.js';
import { NEEDS_SHOWN, announcementOf, openNeed } from './needs.js';
import { NeedCard, needElement } from './need-card.js';
import { TurnRow } from './turn-row.js';
import { useAnnouncement } from './use-announcement.js';
import type { BoardView, ChangeView } from './use-board-view.js';
import { useInbox } from './use-inbox.js';
import { useShownNeeds } from './use-needs.js';
import classes from './rail.module.css';

interface RailProps {
  sessions: readonly Session[];
  hosts: readonly Host[];
  view: BoardView;
  change: ChangeView;
}

/** Whatever needs a person, before everything else. */
export function Rail({ sessions, hosts, view, change }: RailProps) {
  const navigate = useNavigate();
  const now = useNow();
  const { needs, turns, lost, working, longest } = useInbox(sessions, hosts);
  const all = useShownNeeds(needs);
  const shown = all.slice(0, NEEDS_SHOWN);
  const said = useAnnouncement(announcementOf(needs));
  const open = openNeed(shown, view.need);

  const openIds = shown.filter(({ goneAt }) => goneAt === null).map(({ id }) => id);
  const toNeed = (by: 1 | -1) => (): void => {
    const next = openIds[(openIds.indexOf(open ?? '') + by + openIds.length) % openIds.length];
    if (next !== undefined) change({ need: next });
  };
  useShortcuts({
    ...(openIds.length > 1 && { J: toNeed(1), K: toNeed(-1) }),
    ...(open !== null && view.at === null && { Enter: () => void navigate(`/s/${open}`) }),
  });
  const settled = shown.some(({ id, goneAt }) => id === view.need && goneAt !== null);
  useEffect(() => {
    // What opened after it stays open when the settled one has left the list.
    if (settled) change({ need: open });
  }, [settled, open, change]);
  useEffect(() => {
    if (view.need !== null) document.getElementById(needElement(view.need))?.scrollIntoView({ block: 'nearest' });
  }, [view.need]);

  return (
    <>
      <h2 className={classes['head']}>
        Needs you
        <span className={`${classes['count']} num`}>{needs.length}</span>
        {longest !== undefined && <span className={`${classes['longest']} num`}>longest {age(longest, now)}</span>}
      </h2>
      <p className="unseen" role="status">
        {said}
      </p>
      {shown.length === 0 && (
        <p className={classes['none']}>Nothing needs you.{working > 0 && ` ${working} working.`}</p>
      )}
      <ul className={classes['list']}>
        {shown.map(({ id, goneAt }) => (
          <NeedCard key={id} id={id} gone={goneAt !== null} open={id === open} onOpen={() => change({ need: id })} />
        ))}
        {lost.map((one) => (
          <LostHost key={one.host.id} {...one} onShow={() => change({ group: 'host', text: one.host.name })} />
        ))}
      </ul>
      {all.length > NEEDS_SHOWN && (
        <p className={classes['more']}>and {(all.length - NEEDS_SHOWN).toLocaleString('en')} more</p>
      )}
      {turns.length > 0 && (
        <>
          <h2 className={classes['head']}>
            Your turn
            <span className={`${classes['count']} num`}>{turns.length}</span>
          </h2>
          <ul>
            {turns.slice(0, NEEDS_SHOWN).map(({ id }) => (
              <TurnRow key={id} id={id} />
            ))}
          </ul>
          {turns.length > NEEDS_SHOWN && (
            <p className={classes['more']}>and {(turns.length - NEEDS_SHOWN).toLocaleString('en')} more</p>
          )}
        </>
      )}
    </>
  );
}
