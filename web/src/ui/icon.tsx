import type { Icon as Shape } from '@tabler/icons-react';

/** Decoration beside words; a button of nothing but an icon carries its own label. */
export const Icon = ({ of: Drawn, size = 15 }: { of: Shape; size?: number }) => (
  <Drawn size={size} stroke={1.9} aria-hidden="true" style={{ flex: 'none' }} />
);
