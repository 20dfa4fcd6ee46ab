import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as texts from '#web/texts/event-links.ts';
import { EventLinkSheet } from './event-link-sheet.tsx';

type Props = { open: boolean; onClose: () => void; event: { id: number; title: string } };

export function EventLinkDialog({ open, onClose, event }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.inviteByLink} description={texts.inviteByLinkHelp}>
      <EventLinkSheet event={event} />
    </Dialog>
  );
}
