import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { needsYou } from '../../features/live/filters.js';
import { byAttention } from '../../features/live/group-sessions.js';
import { useHosts, useSessions } from '../dashboard-state.js';
import { showOverlay } from '../overlay.js';
import type { PaletteEntry } from './palette-entries.js';

/** What the palette offers: sessions with attention first, then what can be done. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const sessions = useSessions();
  const hosts = useHosts();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const hostName = (id: string): string => hosts.find((host) => host.id === id)?.name ?? id;

  const jumps = sessions.toSorted(byAttention).map((session) => ({
    id: session.id,
    title: session.title,
    detail: [session.room, hostName(session.hostId), session.cwd].filter(Boolean).join(' · '),
    keys: '',
    session,
    run: () => void navigate(`/s/${session.id}`),
  }));
  const action = (title: string, keys: string, run: () => void): PaletteEntry => ({
    id: title,
    title,
    detail: '',
    keys,
    session: null,
    run,
  });
  const actions = [
    action('New session', 'n', () => showOverlay('new-session')),
    action('Go to Live', 'g l', () => void navigate('/')),
    action('All keys', '?', () => showOverlay('keys')),
    action('Theme: light', '', () => setColorScheme('light')),
    action('Theme: dark', '', () => setColorScheme('dark')),
    action('Theme: as the system', '', () => setColorScheme('auto')),
  ];
  const urgent = jumps.filter(({ session }) => needsYou(session));
  return [...urgent, ...actions, ...jumps.slice(urgent.length)];
}
