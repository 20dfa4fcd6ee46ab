import { Link } from 'react-router';
import { useIsGuest } from '#web/auth/use-session.ts';
import * as texts from '#web/texts/home.tsx';
import { Features } from './features.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './introduction.module.css';

/** What a newcomer reads below their events; folded for people who have used it. Source: HOME-14, HOME-18, HOME-23,
 * GUEST-01. */
export function Introduction({ isFolded }: { isFolded: boolean }) {
  const isGuest = useIsGuest();
  const parts = (
    <>
      <HowItWorks />
      <Features />
    </>
  );
  return (
    <>
      {isGuest && (
        <p className={styles.keep}>
          {texts.keepYourEvents(<Link to="/register">{texts.createAnAccount}</Link>)}
        </p>
      )}
      {isFolded ? (
        <details className={styles.folded}>
          <summary className={styles.summary}>{texts.howItWorks}</summary>
          <div className={styles.parts}>{parts}</div>
        </details>
      ) : (
        parts
      )}
    </>
  );
}
