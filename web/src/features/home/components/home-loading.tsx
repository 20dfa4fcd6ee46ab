import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './home-loading.module.css';

/** As high as most posters, so that little below jumps when it is known what comes next. */
export function PosterLoading() {
  return (
    <div className={styles.poster}>
      <Skeleton className={styles.picture ?? ''} />
      <div className={styles.body}>
        <Skeleton width="80%" height="1.75rem" />
        <Skeleton width="55%" />
        <Skeleton width="40%" height="36px" />
        <Skeleton shape="block" height="48px" className={styles.action ?? ''} />
      </div>
    </div>
  );
}

/** A card of the list. */
export function CardLoading() {
  return (
    <div className={styles.card}>
      <Skeleton shape="block" className={styles.thumbnail ?? ''} />
      <div className={styles.lines}>
        <Skeleton width="70%" height="1.25rem" />
        <Skeleton width="50%" />
        <Skeleton width="90%" />
      </div>
    </div>
  );
}
