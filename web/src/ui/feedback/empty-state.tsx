import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { Ripples } from './ripples.tsx';
import styles from './empty-state.module.css';

type Props = {
  /** A lucide icon. */
  icon: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** With a small picture on a phone: in a sheet that covers half of it. */
  compact?: boolean;
};

export function EmptyState({ icon, title, children, action, compact }: Props) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      <Ripples>{icon}</Ripples>
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.text}>{children}</p> : null}
      {action}
    </div>
  );
}
