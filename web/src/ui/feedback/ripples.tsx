import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './ripples.module.css';

/** The mark's rings around a picture; the frame of every empty and error state. */
export function Ripples({ children, tone = 'tide' }: { children: ReactNode; tone?: 'tide' | 'flare' }) {
  return (
    <span className={cx(styles.ripples, styles[tone])} aria-hidden="true">
      <span className={styles.core}>{children}</span>
    </span>
  );
}
