import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/profile.tsx';
import { useDownloadData } from '../data-queries.ts';
import styles from './data-actions.module.css';

const DeleteAccountDialog = lazyDialog(() =>
  import('./delete-account-dialog.tsx').then((part) => part.DeleteAccountDialog),
);

/** One's data: take it along, or have it deleted. Source: SAFE-03. */
export function DataActions({ isGuest }: { isGuest: boolean }) {
  const [open, setOpen] = useState(false);
  const download = useDownloadData();
  return (
    <section className={styles.section} aria-labelledby="your-data">
      <SectionHeading id="your-data">{texts.yourData}</SectionHeading>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          busy={download.isPending}
          busyLabel={texts.collecting}
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (name) => showNotice(texts.nameHasBeenSaved(name)),
              onError: (error) => showAlert(error.message),
            })
          }
        >
          {texts.downloadMyData}
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
          {texts.deleteMyAccount}
        </Button>
      </div>
      <DeleteAccountDialog isGuest={isGuest} open={open} onClose={() => setOpen(false)} />
    </section>
  );
}
