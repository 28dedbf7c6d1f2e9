import { useMemo } from 'react';
import type { Host } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { askedAt, lostHosts, needsOf, yourTurn } from './needs.js';

const MOVING: readonly Session['status'][] = ['working', 'prompting'];

/** What the rail shows, found anew only when a session or a host has changed. */
export const useInbox = (sessions: readonly Session[], hosts: readonly Host[]) =>
  useMemo(() => {
    const needs = needsOf(sessions);
    return {
      needs,
      turns: yourTurn(sessions),
      lost: lostHosts(hosts, sessions),
      working: sessions.filter(({ status }) => MOVING.includes(status)).length,
      longest: needs.map(askedAt).sort()[0],
    };
  }, [sessions, hosts]);
