import { X } from 'lucide-react';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/event-form.tsx';
import styles from './image-progress.module.css';

export function ImageProgress({ fraction, onCancel }: { fraction: number; onCancel: () => void }) {
  return (
    <div className={styles.sending}>
      <progress className={styles.progress} value={fraction} aria-label={texts.uploadingTheImage} />
      <Button variant="secondary" size="small" icon={<X aria-hidden="true" />} onClick={onCancel}>
        {texts.cancelUpload}
      </Button>
    </div>
  );
}
