import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

const EventLinkDialog = lazyDialog(() =>
  import('./event-link-dialog.tsx').then((part) => part.EventLinkDialog),
);

type Props = { event: { id: number; title: string } };

/** Opens the event's link and QR code, for its hosts. Source: LINK-01. */
export function InviteByLink({ event }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Link2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Invite by link
      </Button>
      <EventLinkDialog open={open} onClose={() => setOpen(false)} event={event} />
    </>
  );
}
