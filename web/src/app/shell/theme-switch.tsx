import { useMantineColorScheme } from '@mantine/core';
import { IconCircleHalf2, IconMoon, IconSun } from '@tabler/icons-react';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';

const THEMES = {
  auto: { icon: IconCircleHalf2, words: 'as the system', next: 'light' },
  light: { icon: IconSun, words: 'light', next: 'dark' },
  dark: { icon: IconMoon, words: 'dark', next: 'auto' },
} as const;

/** Light, dark, or what the system says; kept in this browser. */
export function ThemeSwitch({ size }: { size?: number }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { icon, words, next } = THEMES[colorScheme];
  const label = `Theme: ${words}. Switch to ${THEMES[next].words}`;
  return (
    <Button kind="icon" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon of={icon} {...(size !== undefined && { size })} />
    </Button>
  );
}
