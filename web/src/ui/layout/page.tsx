import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import styles from './page.module.css';

type Props = {
  /** Of the browser's tab, before the product's name. */
  title: string;
  /** At most 800 px, 900 px for an event, and 1,160 px where a map stands beside the text. */
  width?: 'normal' | 'wide' | 'map';
  children: ReactNode;
  className?: string;
};

/** The column every signed-in page sits in; sets the document's title. */
export function Page({ title, width = 'normal', children, className }: Props) {
  return (
    <div className={cx(styles.page, styles[width], className)}>
      <title>{texts.documentTitle(title)}</title>
      {children}
    </div>
  );
}
