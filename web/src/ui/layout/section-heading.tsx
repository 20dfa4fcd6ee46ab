import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

type Props = {
  children: ReactNode;
  id?: string;
  level?: 2 | 3;
  actions?: ReactNode;
  /** For links within the page. */
  focusable?: boolean;
};

export function SectionHeading({ children, id, level = 2, actions, focusable }: Props) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.row}>
      <Tag id={id} className={level === 2 ? styles.h2 : styles.h3} tabIndex={focusable ? -1 : undefined}>
        {children}
      </Tag>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
