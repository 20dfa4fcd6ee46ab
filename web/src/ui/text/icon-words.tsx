import type { ReactNode } from 'react';
import styles from './icon-words.module.css';

type Props = {
  children: ReactNode;
  /** The narrowest phones, or any. */
  hiddenOn?: 'narrow' | 'phone';
};

/** The words beside an icon that says enough where the screen has no room for them: there only screen readers have them. */
export function IconWords({ children, hiddenOn = 'narrow' }: Props) {
  return <span className={styles[hiddenOn]}>{children}</span>;
}
