import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './invitation.module.css';

/** As high as the actions: nothing below moves. */
export const VisitorActionsSkeleton = () => <Skeleton shape="block" className={styles.waiting ?? ''} />;
