import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
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
      <SectionHeading id="your-data">Your data</SectionHeading>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          busy={download.isPending}
          busyLabel="Collecting..."
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (name) => showNotice(`${name} has been saved.`),
              onError: (error) => showAlert(error.message),
            })
          }
        >
          Download my data
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog isGuest={isGuest} open={open} onClose={() => setOpen(false)} />
    </section>
  );
}
