import type { ReactNode } from 'react';
import { formatEventStart } from '#web/lib/time/dates.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/maps.tsx';
import { type MapEvent, pinLookOf } from './map-event.ts';

const NOTES = {
  live: texts.liveNow,
  declined: texts.notGoing,
  cancelled: recurring.cancelled,
  today: null,
  upcoming: null,
};

/** Popup of a marker (HOME-04); `children` is the "View Details" link. */
export function EventPopup({ event, children }: { event: MapEvent; children: ReactNode }) {
  const look = pinLookOf(event);
  return (
    <div className="event-popup">
      {NOTES[look] && <p className={`event-popup-note is-${look}`}>{NOTES[look]}</p>}
      <p className="event-popup-title">{event.title}</p>
      <p>{event.location_name}</p>
      <p>
        <time dateTime={event.start_time}>{formatEventStart(event)}</time>
      </p>
      <div className="event-popup-actions">{children}</div>
    </div>
  );
}
