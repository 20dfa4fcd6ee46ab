import { QrCode as QrIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconWords } from '#web/ui/text/icon-words.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/friend-links.tsx';
import styles from './face-to-face.module.css';

const FaceToFaceDialog = lazyDialog(() =>
  import('./face-to-face-dialog.tsx').then((module) => module.FaceToFaceDialog),
);

type Props = {
  viewerId: string;
  /** As a row of somebody else's list. */
  row?: { className: string; children: ReactNode };
};

/** Source: NOTE-02. */
export function FaceToFace({ viewerId, row }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {row ? (
        <button type="button" className={row.className} onClick={() => setOpen(true)}>
          {row.children}
        </button>
      ) : (
        <Button
          variant="secondary"
          size="small"
          className={styles.opener}
          icon={<QrIcon aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {texts.add} <IconWords hiddenOn="phone">{texts.inPerson}</IconWords>
        </Button>
      )}
      <FaceToFaceDialog open={open} onClose={() => setOpen(false)} viewerId={viewerId} />
    </>
  );
}
