import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './form-banner.module.css';

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info };

type Props = { tone: 'error' | 'success' | 'info'; id?: string; children: ReactNode; action?: ReactNode };

/** Errors interrupt a screen reader, the rest waits its turn. */
export function FormBanner({ tone, id, children, action }: Props) {
  const Icon = ICONS[tone];
  return (
    <div id={id} className={cx(styles.banner, styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className={styles.body}>{children}</div>
      {action}
    </div>
  );
}
