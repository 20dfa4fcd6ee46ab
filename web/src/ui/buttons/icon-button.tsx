import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import styles from './icon-button.module.css';

type Look = {
  /** The button's only text. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'filled' | 'flare';
};

export function IconButton(props: Omit<ComponentProps<'button'>, 'children'> & Look) {
  const { label, icon, tone = 'plain', className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[tone], className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}

export function IconLink(props: Omit<LinkProps, 'children'> & Look) {
  const { label, icon, tone = 'plain', className, ...rest } = props;
  return (
    <Link {...rest} className={cx(styles.button, styles[tone], className)} aria-label={label} title={label}>
      {icon}
    </Link>
  );
}
