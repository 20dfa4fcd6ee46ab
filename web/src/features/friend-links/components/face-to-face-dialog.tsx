import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as texts from '#web/texts/friend-links.tsx';
import { OwnLink } from './own-link.tsx';

type Props = { open: boolean; onClose: () => void; viewerId: string };

export function FaceToFaceDialog({ open, onClose, viewerId }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.addInPerson} description={texts.faceToFaceHelp}>
      <OwnLink viewerId={viewerId} />
    </Dialog>
  );
}
