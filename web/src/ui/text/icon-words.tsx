import type { ReactNode } from 'react';
import styles from './icon-words.module.css';

/** The words beside an icon that says enough where the screen leaves them no room: there they are for screen readers only. */
export function IconWords({ children }: { children: ReactNode }) {
  return <span className={styles.words}>{children}</span>;
}
