import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

const FaceToFaceDialog = lazyDialog(() =>
  import('./face-to-face-dialog.tsx').then((part) => part.FaceToFaceDialog),
);

/** Opens the viewer's link and QR code. Source: NOTE-02. */
export function FaceToFace({ viewerId, label = 'Add face to face' }: { viewerId: string; label?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<QrIcon aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <FaceToFaceDialog open={open} onClose={() => setOpen(false)} viewerId={viewerId} />
    </>
  );
}
