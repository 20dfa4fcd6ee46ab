import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './skeleton.module.css';

type Props = { width?: string; height?: string; shape?: 'text' | 'block' | 'circle'; className?: string };

/** A placeholder in its final size. */
export function Skeleton({ width, height, shape = 'text', className }: Props) {
  return (
    <span
      className={cx(styles.skeleton, styles[shape], className)}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

/** The label for everyone, the shapes for the eye. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className={styles.loading}>
      <p className={styles.label} role="status">
        {label}
      </p>
      {/* Only the shapes: what is busy may be kept from screen readers until it is done, and the words are for them. */}
      {children ? (
        <div className={styles.loading} aria-busy="true">
          {children}
        </div>
      ) : null}
    </div>
  );
}
