import type { ReactNode } from 'react';
import { Ripples } from './ripples.tsx';
import styles from './empty-state.module.css';

type Props = {
  /** A lucide icon: the picture in the middle of the ripples. */
  icon: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** One, not several. */
  action?: ReactNode;
};

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={styles.state}>
      <Ripples>{icon}</Ripples>
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.text}>{children}</p> : null}
      {action}
    </div>
  );
}
