import { Link, useLocation } from 'react-router';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './sharing-control.module.css';

/** Source: GUEST-05. */
export function GuestNote() {
  const { pathname } = useLocation();
  return (
    <div className={styles.card}>
      <p className={styles.title}>{texts.youAreHereAsAGuest}</p>
      <p className={styles.note}>
        {texts.guestNote(<Link to={withNext('/register', pathname)}>{recurring.createAnAccount}</Link>)}
      </p>
    </div>
  );
}
