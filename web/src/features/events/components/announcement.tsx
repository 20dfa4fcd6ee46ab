import type { EventDetail } from '@hereabouts/contract/events';
import { NO_NAME } from '@hereabouts/contract/users';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { BreakableText } from '#web/ui/text/breakable-text.tsx';
import { useTakeDown } from '../announcement-queries.ts';
import styles from './announcement.module.css';

const AnnounceDialog = lazyDialog(() => import('./announce-dialog.tsx').then((part) => part.AnnounceDialog));

type Props = {
  event: EventDetail;
  viewerId: string;
  /** A host, until the end. */
  mayAnnounce: boolean;
  isHost: boolean;
};

/** What the hosts announced last, and how they announce. Source: HOST-05. */
export function AnnouncementPart({ event, viewerId, mayAnnounce, isHost }: Props) {
  const { announcement } = event;
  const takeDown = useTakeDown(event.id);
  const [isOpen, setIsOpen] = useState(false);
  if (announcement === null && !mayAnnounce) return null;
  return (
    <div className={styles.part}>
      {announcement !== null && (
        <section aria-labelledby="announcement" className={styles.banner}>
          <Megaphone aria-hidden="true" />
          <div className={styles.words}>
            <h2 id="announcement" className={styles.title}>
              Announcement
            </h2>
            <p className={styles.text}>
              <BreakableText text={announcement.message} />
            </p>
            <p className={styles.by}>
              <bdi>{nameOf(announcement.author, viewerId)}</bdi>,{' '}
              <time dateTime={announcement.made_at}>
                {formatEventStart({ start_time: announcement.made_at, end_time: announcement.made_at })}
              </time>
            </p>
            {isHost && (
              <Button
                variant="quiet"
                size="small"
                locked={takeDown.isPending}
                onClick={() => takeDown.mutate()}
              >
                Take down
              </Button>
            )}
          </div>
        </section>
      )}
      {mayAnnounce && (
        <Button
          variant="secondary"
          size="small"
          icon={<Megaphone aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          Make an announcement
        </Button>
      )}
      <AnnounceDialog open={isOpen} eventId={event.id} onClose={() => setIsOpen(false)} />
    </div>
  );
}

const nameOf = (author: { id: string; name: string } | null, viewerId: string): string =>
  author === null ? 'Unknown' : author.id === viewerId ? 'You' : author.name || NO_NAME;
