import { BRINGS_MAX, EVENT_PLACES_MAX } from '@hereabouts/contract/limits';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { EventForm } from '../use-event-form.ts';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import rows from './rows.module.css';
import styles from './event-form.module.css';

const BRINGS = Array.from({ length: BRINGS_MAX + 1 }, (_, count) => ({
  value: `${count}`,
  label: count === 0 ? recurring.nobody : count === 1 ? texts.n1Person : texts.countPeople(count),
}));

/** The limit of places, and whom each guest may bring. Source: HOST-03, HOST-04. */
export function PlacesField({ form: { draft, change, fieldOf } }: { form: EventForm }) {
  return (
    <section aria-labelledby="limits" className={styles.section}>
      <SectionHeading id="limits">{texts.limits}</SectionHeading>
      <div className={rows.card}>
        <TextField
          {...fieldOf('places')}
          className={rows.row}
          placeholder={texts.noLimit}
          type="number"
          inputMode="numeric"
          min={1}
          max={EVENT_PLACES_MAX}
          step={1}
          label={texts.numberOfPlaces}
          help={texts.leaveEmptyForNoLimitOnce}
          value={draft.places}
          onChange={(event) => change({ places: event.target.value })}
        />
        <SelectField
          className={rows.row}
          label={texts.guestsMayBring}
          help={texts.perGuestAnyoneTheyBringCounts}
          value={`${draft.bringMax}`}
          options={BRINGS}
          onChange={(value) => change({ bringMax: Number(value) })}
        />
      </div>
    </section>
  );
}
