import { defaultEventImage, imageUrl } from '@hereabouts/contract/uploads';
import { CalendarClock, MapPin } from 'lucide-react';
import { formatRange } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/event-form.tsx';
import { endOf, startOf } from '../draft.ts';
import type { EventForm } from '../use-event-form.ts';
import styles from './event-preview.module.css';

/** The event's card as it is typed, where there is room beside the form. It repeats the fields, so it is for eyes only. */
export function EventPreview({ form: { draft, image } }: { form: EventForm }) {
  const [start, end] = [startOf(draft), endOf(draft)];
  const { upload } = image;
  const stored = draft.image === null ? defaultEventImage(0) : imageUrl(draft.image, 'card');
  const where = [draft.placeName, draft.placeAddress].filter((part) => part !== '').join(', ');
  return (
    <div className={styles.aside} aria-hidden="true">
      <div className={styles.card}>
        <img
          className={styles.picture}
          src={upload.state === 'sending' ? upload.previewUrl : stored}
          alt=""
          loading="lazy"
        />
        <div className={styles.words}>
          <p className={styles.title} dir="auto" data-text={draft.title.trim() || texts.yourEvent} />
          {start !== null && end !== null && (
            <p className={styles.line}>
              <CalendarClock />
              <span data-text={formatRange(start, end)} />
            </p>
          )}
          {where !== '' && (
            <p className={styles.line}>
              <MapPin />
              <span dir="auto" data-text={where} />
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
