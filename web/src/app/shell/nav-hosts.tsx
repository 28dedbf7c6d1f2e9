import { IconPlugConnectedX, IconServer2 } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.js';
import { memory } from '../../ui/memory.js';
import { age } from '../../ui/time.js';
import { useHosts, useSessions, type Host } from '../dashboard-state.js';
import { useNow } from '../now.js';
import type { Session } from '../session-store.js';
import { NavTip } from './nav-tip.js';
import classes from './nav-hosts.module.css';

function stateOf(host: Host, sessions: readonly Session[], now: number): string {
  if (!host.reachable) return host.lastSeenAt ? `lost ${age(host.lastSeenAt, now)} ago` : 'not seen yet';
  const own = sessions.filter(({ hostId, status }) => hostId === host.id && status !== 'ended');
  if (own.length === 0) return 'online';
  const bytes = own.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0);
  return bytes === 0 ? String(own.length) : `${own.length} · ${memory(bytes)}`;
}

/** The machines, with what runs on each. */
export function NavHosts() {
  const hosts = useHosts();
  const sessions = useSessions();
  const now = useNow();
  if (hosts.length === 0) return null;
  return (
    <section aria-label="Hosts">
      <div className={classes['title']}>Hosts</div>
      {hosts.map((host) => {
        const state = stateOf(host, sessions, now);
        return (
          <NavTip key={host.id} label={`${host.name}, ${state}`}>
            <div className={classes['host']} data-lost={!host.reachable || undefined}>
              <Icon of={host.reachable ? IconServer2 : IconPlugConnectedX} />
              <span className={`${classes['name']} cut`}>{host.name}</span>
              <span className={`${classes['state']} num`}>{state}</span>
            </div>
          </NavTip>
        );
      })}
    </section>
  );
}
