import { MonitorDown } from 'lucide-react';
import { Link } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { askToInstall, type InstallWay } from '#web/lib/device/install.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import styles from './session-actions.module.css';

/** Where it is installed by hand the app has a storage of its own, without the guest's session. Source: PWA-02, GUEST-01. */
export function InstallApp({ way }: { way: NonNullable<InstallWay> }) {
  const isAnonymous = useIsAnonymous();
  return (
    <section className={styles.section} aria-labelledby="install">
      <SectionHeading id="install">{texts.installHereabouts}</SectionHeading>
      {way === 'by_hand' ? (
        <>
          {isAnonymous ? (
            <p className={styles.text}>
              {texts.installNeedsAccount(
                <Link to="/register?next=%2Fprofile">{recurring.createAnAccount}</Link>,
              )}
            </p>
          ) : null}
          <ol>
            <li>{texts.installTapShare}</li>
            <li>{texts.installAddToHomeScreen}</li>
          </ol>
        </>
      ) : (
        <>
          <p className={styles.text}>{texts.installHelp}</p>
          <RowButton icon={<MonitorDown aria-hidden="true" />} onClick={() => void askToInstall()}>
            {texts.installHereabouts}
          </RowButton>
        </>
      )}
    </section>
  );
}
