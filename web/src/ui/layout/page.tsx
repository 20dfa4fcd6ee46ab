import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import styles from './page.module.css';

type Props = {
  /** In the browser's tab, before the product's name. */
  title: string;
  /** At most 800 px, 900 px for an event, and 1,160 px where a map stands beside the text. */
  width?: 'normal' | 'wide' | 'map';
  children: ReactNode;
  className?: string;
};

export function Page({ title, width = 'normal', children, className }: Props) {
  return (
    <div className={cx(styles.page, styles[width], className)}>
      <title>{texts.documentTitle(title)}</title>
      {children}
    </div>
  );
}
