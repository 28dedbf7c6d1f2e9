import { useEffect } from 'react';
import { useWatched } from './dashboard-state.js';
import { watched } from './watched.js';

const PRODUCT = 'Pitwall';
const page = watched<string | null>(null);

/** Names the page in the browser's tab, such as the title of a session. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    page.set(title);
    return () => page.set(null);
  }, [title]);
}

/** How many need you stands first, so that it can be read in the narrowest tab. */
export function useDocumentTitle(needs: number): void {
  const title = useWatched(page);
  useEffect(() => {
    document.title = `${needs > 0 ? `(${needs}) ` : ''}${title === null ? '' : `${title} · `}${PRODUCT}`;
  }, [needs, title]);
}
