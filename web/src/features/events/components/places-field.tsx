import { BRINGS_MAX, EVENT_PLACES_MAX } from '@hereabouts/contract/limits';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import type { EventForm } from '../use-event-form.ts';
import styles from './times-field.module.css';

const BRINGS = Array.from({ length: BRINGS_MAX + 1 }, (_, count) => ({
  value: `${count}`,
  label: count === 0 ? 'Nobody' : count === 1 ? '1 person' : `${count} people`,
}));

/** The limit of places, and whom each guest may bring. Source: HOST-03, HOST-04. */
export function PlacesField({ form: { draft, change, fieldOf } }: { form: EventForm }) {
  return (
    <div className={styles.times}>
      <TextField
        {...fieldOf('places')}
        type="number"
        inputMode="numeric"
        min={1}
        max={EVENT_PLACES_MAX}
        step={1}
        label="Number of places"
        help="Leave empty for no limit. Once it is full, people can join the waiting list."
        value={draft.places}
        onChange={(event) => change({ places: event.target.value })}
      />
      <SelectField
        label="Guests may bring"
        help="Per guest. Anyone they bring counts as going."
        value={`${draft.bringMax}`}
        options={BRINGS}
        onChange={(value) => change({ bringMax: Number(value) })}
      />
    </div>
  );
}
