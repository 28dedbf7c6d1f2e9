import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Mantine speaks in our tokens: every colour and size comes from tokens.css. */
export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  radius: { xs: '5px', sm: '6px', md: '8px', lg: '18px' },
  defaultRadius: 'sm',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 0 }, overlayProps: { color: 'var(--scrim)' } },
    },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});

const tokens = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-error': 'var(--st-failed)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

export const tokenVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens });
