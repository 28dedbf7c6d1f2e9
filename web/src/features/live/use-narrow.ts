import { useMediaQuery } from '@mantine/hooks';

/** A phone, or a window as narrow as one. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 820px)', false, { getInitialValueInEffect: false });
