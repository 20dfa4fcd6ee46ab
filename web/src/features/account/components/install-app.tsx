import { MonitorDown } from 'lucide-react';
import { askToInstall, type InstallWay } from '#web/lib/device/install.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/profile.tsx';
import styles from './session-actions.module.css';

/** Source: PWA-02. */
export function InstallApp({ way }: { way: NonNullable<InstallWay> }) {
  return (
    <section className={styles.section} aria-labelledby="install">
      <SectionHeading id="install">{texts.installHereabouts}</SectionHeading>
      {way === 'by_hand' ? (
        <ol>
          <li>{texts.installTapShare}</li>
          <li>{texts.installAddToHomeScreen}</li>
        </ol>
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
