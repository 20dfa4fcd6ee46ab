import * as texts from '#web/texts/ui.tsx';
import styles from './guest-mark.module.css';

/** Source: GUEST-01. */
export function GuestMark({ of: person }: { of: { is_anonymous?: true | undefined } | null }) {
  if (!person?.is_anonymous) return null;
  return (
    <>
      {' '}
      <span className={styles.mark}>{texts.guest}</span>
    </>
  );
}
