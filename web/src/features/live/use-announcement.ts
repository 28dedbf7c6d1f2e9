import { useEffect, useRef, useState } from 'react';

const AT_MOST_EVERY_MS = 5_000;

/** The text to read out: the newest, but not more often than one can listen. What is there at first is not read. */
export function useAnnouncement(text: string): string {
  const [said, setSaid] = useState('');
  const saidAt = useRef(0);
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return;
    first.current = '';
    const wait = Math.max(0, saidAt.current + AT_MOST_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
