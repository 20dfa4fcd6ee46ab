import { Download } from 'lucide-react';
import { askToInstall, type InstallWay } from '#web/lib/device/install.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/profile.tsx';
import styles from './session-actions.module.css';

/** Where the browser can install the app. Source: PWA-02. */
export function InstallApp({ way }: { way: NonNullable<InstallWay> }) {
  return (
    <section className={styles.section} aria-labelledby="install">
      <SectionHeading id="install">{texts.installHereabouts}</SectionHeading>
      {way === 'by_hand' ? (
        <ol>
          <li>{texts.tapTheShareButtonOfThe}</li>
          <li>{texts.chooseAddToHomeScreen}</li>
        </ol>
      ) : (
        <>
          <p>{texts.itOpensFromYourHomeScreen}</p>
          <div className={styles.actions}>
            <Button
              variant="secondary"
              icon={<Download aria-hidden="true" />}
              onClick={() => void askToInstall()}
            >
              {texts.installHereabouts}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
