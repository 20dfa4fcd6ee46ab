import { Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-links.ts';

const EventLinkDialog = lazyDialog(() =>
  import('./event-link-dialog.tsx').then((module) => module.EventLinkDialog),
);

type Props = { event: { id: number; title: string }; as?: 'words' | 'first' | 'icon' };

/** For hosts. Source: LINK-01, EVD-14. */
export function InviteByLink({ event, as = 'words' }: Props) {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  return (
    <>
      {as === 'icon' ? (
        <IconButton
          label={recurring.share}
          tone="filled"
          icon={<Share2 aria-hidden="true" />}
          onClick={show}
        />
      ) : (
        <Button
          {...(as === 'first' ? { wide: true } : { variant: 'secondary', size: 'small' })}
          icon={<Link2 aria-hidden="true" />}
          onClick={show}
        >
          {texts.inviteByLink}
        </Button>
      )}
      <EventLinkDialog open={open} onClose={() => setOpen(false)} event={event} />
    </>
  );
}
