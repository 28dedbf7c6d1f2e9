import { IconPlugConnectedX } from '@tabler/icons-react';
import type { Host } from '../../app/dashboard-state.js';
import { Age } from '../../ui/age.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import card from './need-card.module.css';
import classes from './lost-host.module.css';

/** A machine out of reach on which agents were at work. */
export const LostHost = ({ host, count, onShow }: { host: Host; count: number; onShow: () => void }) => (
  <li className={card['need']}>
    <div className={card['head']}>
      <span className={classes['chip']}>
        <Icon of={IconPlugConnectedX} size={13} />
        Host lost
      </span>
      <b className={`${card['title']} cut`}>{host.name}</b>
      {host.lastSeenAt !== null && <Age className={card['aside']} since={host.lastSeenAt} />}
    </div>
    <div className={`${card['line']} ${classes['wraps']}`}>
      <span>
        {count === 1 ? 'Its agent carries on' : `Its ${count} agents carry on`}; you see the last known status. Check
        its network or run <code>pitwall doctor</code> there.
      </span>
      <Button small onClick={onShow}>
        What runs there?
      </Button>
    </div>
  </li>
);
