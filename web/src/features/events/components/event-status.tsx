import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { EventDetail } from '@hereabouts/contract/events';
import { useState } from 'react';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/event-page.tsx';

/** What happens to an event while its page is open. Here before there is anything to say, so that it is read out when it comes. */
export function EventStatus({ event: { is_cancelled, announcement } }: { event: EventDetail }) {
  // An earlier announcement is shown again once a later one is taken down.
  const [knownUntil] = useState(announcement?.made_at ?? '');
  return (
    <VisuallyHidden>
      <span role="status">{is_cancelled && EVENT_TEXTS.cancelled}</span>
      <span role="status">
        {announcement !== null &&
          announcement.made_at > knownUntil &&
          texts.announcementWith(announcement.message)}
      </span>
    </VisuallyHidden>
  );
}
