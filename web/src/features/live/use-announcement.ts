import { useEffect, useRef, useState } from 'react';

const AT_MOST_EVERY_MS = 5_000;

/** A dialog that is settled by itself within this time was never one for a person (F-20). */
export const SETTLES_WITHIN_MS = 600;

/** When a text is to be read out that is not what was said last: once it has stood a moment, and not too often. */
export const waitToSay = ({ saidAt, now }: { saidAt: number; now: number }): number =>
  Math.max(SETTLES_WITHIN_MS, saidAt + AT_MOST_EVERY_MS - now);

/** The text to read out: the newest, but not more often than one can listen. What is there at first is not read. */
export function useAnnouncement(text: string): string {
  const [said, setSaid] = useState('');
  const saidAt = useRef(0);
  const last = useRef(text);
  useEffect(() => {
    // Also what came and went before it was said.
    if (text === last.current) return;
    const timer = setTimeout(
      () => {
        last.current = text;
        saidAt.current = Date.now();
        setSaid(text);
      },
      waitToSay({ saidAt: saidAt.current, now: Date.now() }),
    );
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
