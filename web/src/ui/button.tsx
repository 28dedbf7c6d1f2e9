import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` at most once on what is looked at; `icon` needs an `aria-label`. */
  kind?: 'plain' | 'primary' | 'quiet' | 'icon';
  small?: boolean;
  /** Pressed in, for a switch. */
  on?: boolean;
}

export function Button({ kind = 'plain', small, on, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={[classes['button'], className].filter(Boolean).join(' ')}
      data-kind={kind}
      data-small={small || undefined}
      data-on={on || undefined}
      aria-pressed={on}
    />
  );
}
