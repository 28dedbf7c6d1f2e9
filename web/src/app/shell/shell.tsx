import type { ReactNode } from 'react';

/** Navigation, the page, the status line. */
export const Shell = ({ children }: { children: ReactNode }) => <>{children}</>;
