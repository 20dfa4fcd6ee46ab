import type { ReactNode } from 'react';
import styles from './form-foot.module.css';

/** The buttons of a form that is a page of its own, and what became of it: in reach from everywhere in the form. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
