import { useEffect, useState, type RefObject } from 'react';

/** Scrolled positions are fractions of a pixel on some screens. */
const SLACK_PX = 2;

/** Whether the end of a scrolling element has been in sight; begins anew with other content. */
export function useSeenWhole(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(() => {
    const area = element.current;
    if (!area) return;
    const look = (): void => {
      if (area.clientHeight > 0 && area.scrollTop + area.clientHeight >= area.scrollHeight - SLACK_PX) setSeen(content);
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(area);
    area.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      area.removeEventListener('scroll', look);
    };
  }, [element, content]);
  return seen === content;
}
