import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';

const AnnounceDialog = lazyDialog(() => import('./announce-dialog.tsx').then((part) => part.AnnounceDialog));

/** How hosts announce, until the end. Source: HOST-05. */
export function Announce({ eventId }: { eventId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Megaphone aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {texts.makeAnAnnouncement}
      </Button>
      <AnnounceDialog open={isOpen} eventId={eventId} onClose={() => setIsOpen(false)} />
    </>
  );
}
