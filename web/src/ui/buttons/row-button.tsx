import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './row-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  icon: ReactNode;
  children: ReactNode;
  /** Opens something, rather than doing it. */
  opens?: boolean;
  busy?: boolean;
  busyLabel?: string;
};

export function RowButton(props: Props) {
  const { icon, children, opens = false, busy = false, busyLabel, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={styles.row}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {icon}
      <span className={styles.label}>{busy ? (busyLabel ?? children) : children}</span>
      {opens && <ChevronRight aria-hidden="true" />}
    </button>
  );
}
