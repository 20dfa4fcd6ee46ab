import styles from './live-dot.module.css';

export function LiveDot() {
  return <span className={styles.dot} aria-hidden="true" />;
}
