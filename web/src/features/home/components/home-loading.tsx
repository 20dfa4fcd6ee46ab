import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './home-loading.module.css';

/** As high as most posters, so that little below moves. */
export function PosterLoading() {
  return (
    <div className={styles.poster}>
      <Skeleton className={styles.picture ?? ''} />
      <div className={styles.body}>
        <Skeleton width="80%" height="1.75rem" />
        <Skeleton width="55%" />
        <Skeleton width="40%" height="36px" />
        <Skeleton height="48px" className={styles.action ?? ''} />
      </div>
    </div>
  );
}

/** As many as are shown at first. */
export function InvitationsLoading() {
  return (
    <div className={styles.invitations}>
      <Skeleton width="9rem" height="1.5rem" className={styles.heading ?? ''} />
      <InvitationLoading />
      <InvitationLoading />
    </div>
  );
}

function InvitationLoading() {
  return (
    <div className={styles.invitation}>
      <Skeleton shape="block" width="56px" height="56px" />
      <div className={styles.lines}>
        <Skeleton width="60%" />
        <Skeleton width="80%" />
      </div>
      <Skeleton height="44px" className={styles.answers ?? ''} />
    </div>
  );
}

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
