import { Link, useLocation } from 'react-router';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import styles from './sharing-control.module.css';

/** In place of what shares a position. Source: GUEST-05. */
export function GuestNote() {
  const { pathname } = useLocation();
  return (
    <div className={styles.card}>
      <p className={styles.title}>You are here as a guest</p>
      <p className={styles.note}>
        Where you are stays on this device.{' '}
        <Link to={withNext('/register', pathname)}>Create an account</Link> to share it with friends, see
        where they are and set the meeting point.
      </p>
    </div>
  );
}
