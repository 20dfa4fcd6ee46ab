import type { ReactNode } from 'react';
import styles from './form-buttons.module.css';

type Props = {
  children: ReactNode;
  /** In reach from everywhere in the form, above the bars at the foot of the page. */
  sticky?: boolean;
};

/** Back first, then submit. On a narrow screen submit is above. */
export function FormButtons({ children, sticky = false }: Props) {
  const buttons = <div className={styles.buttons}>{children}</div>;
  return sticky ? <div className={styles.sticky}>{buttons}</div> : buttons;
}
