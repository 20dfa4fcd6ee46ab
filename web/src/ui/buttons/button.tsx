import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Look = { variant?: ButtonVariant; size?: 'medium' | 'small'; wide?: boolean; icon?: ReactNode };

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  Look & {
    children: ReactNode;
    busy?: boolean;
    busyLabel?: ReactNode;
    /** Disabled for the moment, but keeps the focus. */
    locked?: boolean;
  };

const classOf = ({ variant = 'primary', size = 'medium', wide }: Look, extra?: string) =>
  cx(styles.button, styles[variant], styles[size], wide && styles.wide, extra);

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    icon,
    busy = false,
    busyLabel,
    locked = busy,
    children,
    className,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ ...props }, className)}
      aria-disabled={locked || undefined}
      aria-busy={busy || undefined}
      // Also keeps a locked button from sending its form.
      onClick={locked ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.dot} aria-hidden="true" /> : icon}
      <span>{busy ? (busyLabel ?? children) : children}</span>
    </button>
  );
}

/** For going somewhere, not for doing something. */
export function ButtonLink(props: LinkProps & Look & { children: ReactNode }) {
  const { variant, size, wide, icon, className, children, ...rest } = props;
  return (
    <Link {...rest} className={classOf({ ...props }, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
