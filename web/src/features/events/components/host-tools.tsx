import type { EventDetail } from '@hereabouts/contract/events';
import { CopyPlus, Ellipsis, Megaphone, Pencil, UserRoundPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './host-tools.module.css';

const AnnounceDialog = lazyDialog(() =>
  import('./announce-dialog.tsx').then((module) => module.AnnounceDialog),
);

type Props = {
  event: EventDetail;
  hasEnded: boolean;
  link: ReactNode;
};

/** Hosts invite and announce until the end. Source: EVD-02, EVD-09, HOST-05, HOST-07. */
export function HostTools({ event, hasEnded, link }: Props) {
  const navigate = useNavigate();
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const items: MenuItem[] = [
    {
      label: texts.planAgain,
      icon: <CopyPlus aria-hidden="true" />,
      onSelect: () => void navigate(`/new-event?from=${event.id}`),
    },
  ];
  if (event.permissions.announce && !hasEnded)
    items.push({
      label: texts.makeAnAnnouncement,
      icon: <Megaphone aria-hidden="true" />,
      onSelect: () => setIsAnnouncing(true),
    });
  return (
    <div className={styles.tools}>
      {event.permissions.edit && (
        <Link to={`/edit-event/${event.id}`}>
          <Pencil aria-hidden="true" />
          {texts.editEvent}
        </Link>
      )}
      {link}
      {event.permissions.invite && !hasEnded && (
        <Link to={`/invite-friends/${event.id}`}>
          <UserRoundPlus aria-hidden="true" />
          {texts.inviteMoreFriends}
        </Link>
      )}
      <Menu
        label={texts.moreForHosts}
        icon={
          <>
            <Ellipsis aria-hidden="true" />
            {texts.more}
          </>
        }
        items={items}
      />
      <AnnounceDialog open={isAnnouncing} eventId={event.id} onClose={() => setIsAnnouncing(false)} />
    </div>
  );
}
