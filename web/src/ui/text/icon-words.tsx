import type { ReactNode } from 'react';
import styles from './icon-words.module.css';

type Props = {
  children: ReactNode;
  hiddenOn?: 'narrow' | 'phone';
};

/** Words beside an icon, only for screen readers where there is no room. */
export function IconWords({ children, hiddenOn = 'narrow' }: Props) {
  return <span className={styles[hiddenOn]}>{children}</span>;
}
