import { EVENT_TEXTS } from '@hereabouts/contract/event-problems';
import { formZones } from '#web/lib/time/dates.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { endOf, startOf, withExistingTimes } from '../draft.ts';
import type { EventForm } from '../use-event-form.ts';
import styles from './times-field.module.css';

type Props = {
  form: EventForm;
  hasEnded: boolean;
};

/** "Start Time*" and "End Time*", with their zones where the end looks no later than the start. Source: EVF-02, EVF-20. */
export function TimesField({ form: { draft, update, setStart, setEnd, fieldOf }, hasEnded }: Props) {
  const zones = formZones(startOf(draft), endOf(draft));
  // Not while typing: it would change the digits under the fingers.
  const onBlur = () => update(withExistingTimes);
  const shared = { type: 'datetime-local', 'aria-required': true, disabled: hasEnded, onBlur } as const;
  return (
    <div className={styles.times}>
      <TextField
        {...shared}
        {...fieldOf('start')}
        label="Start Time*"
        help={zones && `Time zone: ${zones.start}`}
        value={draft.start}
        onChange={(event) => setStart(event.target.value)}
      />
      <TextField
        {...shared}
        {...fieldOf('end')}
        label="End Time*"
        help={zones && `Time zone: ${zones.end}`}
        value={draft.end}
        onChange={(event) => setEnd(event.target.value)}
      />
      {hasEnded && <p className={styles.note}>{EVENT_TEXTS.endedTimes}</p>}
    </div>
  );
}
