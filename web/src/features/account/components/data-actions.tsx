import { Download } from 'lucide-react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/profile.tsx';
import { useDownloadData } from '../data-queries.ts';
import styles from './session-actions.module.css';

/** Source: SAFE-03. */
export function DataActions() {
  const download = useDownloadData();
  return (
    <section className={styles.section} aria-labelledby="your-data">
      <SectionHeading id="your-data">{texts.yourData}</SectionHeading>
      <RowButton
        icon={<Download aria-hidden="true" />}
        busy={download.isPending}
        busyLabel={texts.collecting}
        onClick={() =>
          download.mutate(undefined, {
            onSuccess: (name) => name !== null && showNotice(texts.fileSaved(name)),
            onError: (error) => showAlert(error.message),
          })
        }
      >
        {texts.downloadMyData}
      </RowButton>
    </section>
  );
}
