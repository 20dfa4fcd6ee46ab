import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { memo } from 'react';
import { useServerNow } from '#web/live/server-clock.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formZones } from '#web/lib/time/dates.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as texts from '#web/texts/event-form.tsx';
import { endOf, startOf, withExistingTimes } from '../draft.ts';
import { evenings } from '../start-times.ts';
import type { EventFields } from '../use-event-form.ts';
import styles from './times-field.module.css';
import rows from './rows.module.css';

type Props = {
  form: EventFields;
  isNew: boolean;
  hasEnded: boolean;
};

/** With zones where the end looks no later than the start. Source: EVF-02, EVF-20, EVF-26. */
export const TimesField = memo(function TimesField({
  form: { draft, update, setStart, setEnd, fieldOf },
  isNew,
  hasEnded,
}: Props) {
  const now = useServerNow(MINUTE_MS);
  const zones = formZones(startOf(draft), endOf(draft));
  // Not while typing: it would change the digits under the fingers.
  const onBlur = () => update(withExistingTimes);
  const shared = { type: 'datetime-local', 'aria-required': true, disabled: hasEnded, onBlur } as const;
  return (
    <div className={rows.card}>
      {isNew && (
        <div className={styles.evenings} role="group" aria-label={texts.startInTheEvening}>
          {evenings(now).map(({ label, start }) => (
            <Button
              key={label}
              variant="secondary"
              size="small"
              aria-pressed={draft.start === start}
              onClick={() => setStart(start)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <TextField
        {...shared}
        {...fieldOf('start')}
        className={rows.row}
        label={texts.startTime}
        help={zones && texts.timeZoneStart(zones.start)}
        value={draft.start}
        onChange={(event) => setStart(event.target.value)}
      />
      <TextField
        {...shared}
        {...fieldOf('end')}
        className={rows.row}
        label={texts.endTime}
        help={zones && texts.timeZoneEnd(zones.end)}
        value={draft.end}
        onChange={(event) => setEnd(event.target.value)}
      />
      {hasEnded && <p className={styles.note}>{EVENT_TEXTS.endedTimes}</p>}
    </div>
  );
});
