import type { EventDetail } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { Megaphone } from 'lucide-react';
import { useRef } from 'react';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useTakeDown } from '../announcement-queries.ts';
import styles from './announcement.module.css';

type Props = { event: EventDetail; viewerId: string };

/** Source: HOST-05. */
export function Announcement({ event: { id, announcement }, viewerId }: Props) {
  if (announcement === null) return null;
  return (
    <section aria-labelledby="announcement" className={styles.banner}>
      <Megaphone aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="announcement" className={styles.title}>
          {texts.announcement}
        </h2>
        <p className={styles.text} dir="auto">
          <LinkedText text={announcement.message} />
        </p>
        <p className={styles.by}>
          <bdi>{nameOf(announcement.author, viewerId)}</bdi>,{' '}
          <time dateTime={announcement.made_at}>
            {formatEventStart({ start_time: announcement.made_at, end_time: announcement.made_at })}
          </time>
        </p>
        {announcement.can_take_down && <TakeDown eventId={id} madeAt={announcement.made_at} />}
      </div>
    </section>
  );
}

function TakeDown({ eventId, madeAt }: { eventId: number; madeAt: string }) {
  const takeDown = useTakeDown(eventId);
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, focusHeading);
  return (
    <Button
      ref={button}
      variant="quiet"
      size="small"
      locked={takeDown.isPending}
      onClick={() => takeDown.mutate(madeAt)}
    >
      {texts.takeDown}
    </Button>
  );
}

const nameOf = (author: { id: string; name: string } | null, viewerId: string): string =>
  author === null ? texts.unknown : author.id === viewerId ? texts.you : personName(author);
