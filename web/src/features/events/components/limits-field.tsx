import { BRINGS_MAX } from '@hereabouts/contract/limits';
import { ChevronDown, Users } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { EventFields } from '../use-event-form.ts';
import rows from './rows.module.css';
import styles from './limits-field.module.css';

const bringText = (count: number): string =>
  count === 0 ? recurring.nobody : count === 1 ? texts.onePerson : texts.countPeople(count);
const BRINGS = Array.from({ length: BRINGS_MAX + 1 }, (_, count) => ({
  value: `${count}`,
  label: bringText(count),
}));

/** One row with the values, which opens: few events have limits. The places are text: where a number field holds none, its value
 * is that of an empty one, which means no limit. Source: HOST-03, HOST-04. */
export const LimitsField = memo(function LimitsField({
  form: { draft, change, fieldOf, errorOf },
}: {
  form: EventFields;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // A problem in them is shown and takes the focus, and nothing closes once it is fixed.
  if (errorOf('places') !== null && !isOpen) setOpen(true);
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.row}
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={() => setOpen(!isOpen)}
        >
          <Users aria-hidden="true" />
          <span className={styles.words}>
            <span id={id}>{texts.limits}</span>
            {!isOpen && <Values draft={draft} />}
          </span>
          <ChevronDown aria-hidden="true" className={styles.arrow} />
        </button>
      </h2>
      <div id={`${id}-fields`} hidden={!isOpen} className={styles.fields}>
        <TextField
          {...fieldOf('places')}
          className={rows.row}
          placeholder={texts.noLimit}
          inputMode="numeric"
          autoComplete="off"
          label={texts.numberOfPlaces}
          help={texts.numberOfPlacesHelp}
          value={draft.places}
          onChange={(event) => change({ places: event.target.value })}
        />
        <SelectField
          className={rows.row}
          label={texts.guestsMayBring}
          help={texts.guestsMayBringHelp}
          value={`${draft.bringMax}`}
          options={BRINGS}
          onChange={(value) => change({ bringMax: Number(value) })}
        />
      </div>
    </section>
  );
});

function Values({ draft: { places, bringMax } }: Pick<EventFields, 'draft'>) {
  const limit = places.trim();
  const ofPlaces = limit === '' ? texts.noLimit : limit === '1' ? texts.onePlace : texts.countPlaces(limit);
  return (
    <span className={styles.values}>
      <span>{ofPlaces} ·</span> <span>{texts.guestsMayBringPeople(bringText(bringMax).toLowerCase())}</span>
    </span>
  );
}
