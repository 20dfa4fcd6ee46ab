import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import styles from './mark.module.css';

/** A dot with two ripples: someone is near. */
export function Mark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg
      className={cx(styles.mark, className)}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      aria-hidden="true"
    >
      <circle className={styles.outer} cx="20" cy="20" r="17" strokeWidth="3.5" />
      <circle className={styles.inner} cx="20" cy="20" r="10.5" strokeWidth="3.5" />
      <circle className={styles.dot} cx="20" cy="20" r="5" />
    </svg>
  );
}

export function Wordmark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <span className={cx(styles.wordmark, className)}>
      <Mark size={size} />
      <span>{texts.hereabouts}</span>
    </span>
  );
}
