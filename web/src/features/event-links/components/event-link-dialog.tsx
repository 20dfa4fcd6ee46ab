import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EventLinkSheet } from './event-link-sheet.tsx';

type Props = { open: boolean; onClose: () => void; event: { id: number; title: string } };

/** The event's link, and what sharing it means. */
export function EventLinkDialog({ open, onClose, event }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite by link"
      description="Whoever has the link can join the guest list, also without being your friend."
    >
      <EventLinkSheet event={event} />
    </Dialog>
  );
}
