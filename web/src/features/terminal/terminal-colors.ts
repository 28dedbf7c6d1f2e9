import type { ITheme } from '@xterm/xterm';

/** The tokens' colours as they are now. Red is red in both themes; black and white follow what is ink and what is paper. */
export function terminalColors(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
  const hues = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
  const bright = (hue: string): string => `bright${hue.charAt(0).toUpperCase()}${hue.slice(1)}`;
  return {
    background: token('--term-bg'),
    foreground: token('--term-fg'),
    cursor: token('--term-fg'),
    cursorAccent: token('--term-bg'),
    selectionBackground: token('--line-strong'),
    ...Object.fromEntries(hues.flatMap((hue) => [hue, bright(hue)].map((name) => [name, token(`--term-${hue}`)]))),
    black: token(isDark ? '--line-strong' : '--text'),
    brightBlack: token('--term-dim'),
    white: token('--text-2'),
    brightWhite: token('--term-fg'),
  };
}

/** Tells when the person, or the system, switches between light and dark. */
export function onColorScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}
