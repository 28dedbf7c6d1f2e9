import { useNow } from '../app/now.js';
import { age, clock } from './time.js';

/** How long ago, ticking; the exact time on hover. */
export function Age({ since, className }: { since: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time
      dateTime={since}
      className={className}
      // Written when it is looked for: hundreds of ages tick at once.
      onPointerEnter={({ currentTarget }) => currentTarget.setAttribute('title', clock(since, Date.now()))}
    >
      {age(since, now)}
    </time>
  );
}
