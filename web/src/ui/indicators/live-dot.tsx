import styles from './live-dot.module.css';

/** Something is on right now. */
export function LiveDot() {
  return <span className={styles.dot} aria-hidden="true" />;
}
