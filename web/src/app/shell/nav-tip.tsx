import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactElement } from 'react';

/** Names what only its icon stands for in a narrow window. */
export function NavTip({ label, children }: { label: string; children: ReactElement }) {
  const folded = useMediaQuery('(max-width: 1240px)', false, { getInitialValueInEffect: false });
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      {children}
    </Tooltip>
  );
}
