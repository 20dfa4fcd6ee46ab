import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './page.module.css';

type Props = {
  /** Of the browser's tab, before the product's name. */
  title: string;
  /** 800 px, or 900 px for an event. */
  width?: 'normal' | 'wide';
  children: ReactNode;
  className?: string;
};

/** The column every signed-in page sits in; sets the document's title. */
export function Page({ title, width = 'normal', children, className }: Props) {
  return (
    <div className={cx(styles.page, styles[width], className)}>
      <title>{`${title} · Hereabouts`}</title>
      {children}
    </div>
  );
}
