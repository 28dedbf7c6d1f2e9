import { Link, type LinkProps } from 'react-router';
import classes from './button.module.css';

/** Looks like a button and goes somewhere. */
export const ButtonLink = ({ className, small, ...rest }: LinkProps & { small?: boolean }) => (
  <Link
    {...rest}
    className={[classes['button'], className].filter(Boolean).join(' ')}
    data-kind="plain"
    data-small={small || undefined}
  />
);
