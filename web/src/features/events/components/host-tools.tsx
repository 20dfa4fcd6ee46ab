import type { EventDetail } from '@hereabouts/contract/events';
import { CopyPlus, Ellipsis, Megaphone, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './host-tools.module.css';

const AnnounceDialog = lazyDialog(() => import('./announce-dialog.tsx').then((part) => part.AnnounceDialog));

/** What hosts do with their event; they announce until the end. Source: EVD-02, HOST-05, HOST-07. */
export function HostTools({ event, mayAnnounce }: { event: EventDetail; mayAnnounce: boolean }) {
  const navigate = useNavigate();
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const items: MenuItem[] = [
    {
      label: texts.toUseAgain,
      icon: <CopyPlus aria-hidden="true" />,
      onSelect: () => void navigate(`/new-event?from=${event.id}`),
    },
  ];
  if (mayAnnounce)
    items.push({
      label: texts.makeAnAnnouncement,
      icon: <Megaphone aria-hidden="true" />,
      onSelect: () => setIsAnnouncing(true),
    });
  return (
    <div className={styles.tools}>
      {event.permissions.edit && (
        <ButtonLink
          to={`/edit-event/${event.id}`}
          variant="secondary"
          size="small"
          icon={<Pencil aria-hidden="true" />}
        >
          {texts.editEvent}
        </ButtonLink>
      )}
      <Menu label={texts.moreForHosts} icon={<Ellipsis aria-hidden="true" />} items={items} align="start" />
      <AnnounceDialog open={isAnnouncing} eventId={event.id} onClose={() => setIsAnnouncing(false)} />
    </div>
  );
}
