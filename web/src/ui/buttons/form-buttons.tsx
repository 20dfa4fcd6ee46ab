import type { ReactNode } from 'react';
import styles from './form-buttons.module.css';

/** Back first, then submit. On a narrow screen submit is above. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
