import { formatRange } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/event-form.tsx';
import { endOf, startOf } from '../draft.ts';
import type { EventForm } from '../use-event-form.ts';
import styles from './poster-words.module.css';

/** Title, time and place as they are typed, on the picture where the fields stand beside it. They repeat the fields, so they
 * are for eyes only. */
export function PosterWords({ draft }: Pick<EventForm, 'draft'>) {
  const [start, end] = [startOf(draft), endOf(draft)];
  const when = start !== null && end !== null ? formatRange(start, end) : '';
  return (
    <div className={styles.words} aria-hidden="true">
      <p className={styles.title} dir="auto" data-text={draft.title.trim() || texts.yourEvent} />
      {when !== '' && <p className={styles.line} data-text={when} />}
      {draft.placeName !== '' && <p className={styles.line} dir="auto" data-text={draft.placeName} />}
    </div>
  );
}
