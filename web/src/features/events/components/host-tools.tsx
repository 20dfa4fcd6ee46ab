import type { EventDetail } from '@hereabouts/contract/events';
import { CopyPlus, Pencil } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { Announce } from './announce.tsx';
import styles from './host-tools.module.css';

/** What hosts do with their event. Source: EVD-02, HOST-05, HOST-07. */
export function HostTools({ event, mayAnnounce }: { event: EventDetail; mayAnnounce: boolean }) {
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
      <ButtonLink
        to={`/new-event?from=${event.id}`}
        variant="secondary"
        size="small"
        icon={<CopyPlus aria-hidden="true" />}
      >
        {texts.toUseAgain}
      </ButtonLink>
      {mayAnnounce && <Announce eventId={event.id} />}
    </div>
  );
}
