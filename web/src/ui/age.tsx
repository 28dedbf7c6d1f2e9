import { useNow } from '../app/now.js';
import { age, clock } from './time.js';

/** How long ago, ticking; the exact time on hover. */
export function Age({ since, className }: { since: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={since} title={clock(since, now)} className={className}>
      {age(since, now)}
    </time>
  );
}
