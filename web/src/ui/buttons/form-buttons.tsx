import type { ReactNode } from 'react';
import styles from './form-buttons.module.css';

/** What ends a form: the way back, then the way on. On a narrow screen the way on stands above. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
