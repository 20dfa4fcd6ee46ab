import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { OwnLink } from './own-link.tsx';

type Props = { open: boolean; onClose: () => void; viewerId: string };

/** One's own link, and what showing it means. */
export function FaceToFaceDialog({ open, onClose, viewerId }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add in person"
      description="Whoever scans this code becomes your friend at once."
    >
      <OwnLink viewerId={viewerId} />
    </Dialog>
  );
}
