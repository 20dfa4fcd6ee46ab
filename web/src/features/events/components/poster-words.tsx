import { formatRange } from '#web/lib/time/dates.ts';
import { endOf, startOf } from '../draft.ts';
import type { EventFields } from '../use-event-form.ts';
import styles from './poster-words.module.css';

/** Repeats the fields, so it is for the eye only. */
export function PosterWords({ draft }: Pick<EventFields, 'draft'>) {
  const [start, end] = [startOf(draft), endOf(draft)];
  const when = start !== null && end !== null ? formatRange(start, end) : '';
  return (
    <div className={styles.words} aria-hidden="true">
      {when !== '' && <p className={styles.line} data-text={when} />}
      {draft.placeName !== '' && <p className={styles.line} dir="auto" data-text={draft.placeName} />}
    </div>
  );
}
