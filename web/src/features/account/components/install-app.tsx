import { Download } from 'lucide-react';
import { askToInstall, type InstallWay } from '#web/lib/device/install.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import styles from './session-actions.module.css';

/** Where the browser can install the app. Source: PWA-02. */
export function InstallApp({ way }: { way: NonNullable<InstallWay> }) {
  return (
    <section className={styles.section} aria-labelledby="install">
      <SectionHeading id="install">Install Hereabouts</SectionHeading>
      {way === 'by_hand' ? (
        <ol>
          <li>Tap the Share button of the browser.</li>
          <li>Choose “Add to Home Screen”.</li>
        </ol>
      ) : (
        <>
          <p>It opens from your home screen and starts without a network.</p>
          <div className={styles.actions}>
            <Button
              variant="secondary"
              icon={<Download aria-hidden="true" />}
              onClick={() => void askToInstall()}
            >
              Install Hereabouts
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
