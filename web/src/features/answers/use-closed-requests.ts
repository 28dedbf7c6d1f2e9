import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../app/session-store.js';
import type { Request } from './asked.js';

export interface ClosedRequest {
  readonly request: Request;
  readonly reason: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Long enough to be read, short enough to stay out of the way of the next one. */
export const CLOSED_SHOWN_MS = 4_000;

/** Requests of this session that were open and are no more, each for a moment. */
export function useClosedRequests(session: Session): readonly ClosedRequest[] {
  const [closed, setClosed] = useState<readonly ClosedRequest[]>([]);
  const before = useRef<readonly Request[]>([]);
  const { id, requests, statusReason } = session;
  const ids = requests.map((request) => request.id).join(' ');
  useEffect(() => {
    const gone = before.current.filter((one) => !requests.some((request) => request.id === one.id));
    before.current = requests;
    if (gone.length === 0) return;
    const added = gone.map((request) => ({ request, reason: statusReason.event, at: Date.now() }));
    setClosed((all) => [...all, ...added]);
    setTimeout(() => setClosed((all) => all.filter((one) => !added.includes(one))), CLOSED_SHOWN_MS);
    // Only requests that come or go count.
  }, [id, ids]);
  return closed;
}
