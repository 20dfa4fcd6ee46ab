import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { EventMap, type EventPins } from '#web/map/events/event-map.tsx';
import { EventPopup } from '#web/map/events/event-popup.tsx';
import * as texts from '#web/texts/home.tsx';
import type { HomeEvent } from '../sections.ts';
import { InfoCard } from './info-card.tsx';

type Props = {
  events: readonly HomeEvent[];
  selectedId: number | null;
  /** Pointed at in the list. */
  highlightedId: number | null;
  onSelect: (eventId: number | null) => void;
  /** ms. */
  now: number;
};

/** Shows exactly the list's events (HOME-21), and the selected one below. */
export function HomeMap({ events, selectedId, highlightedId, onSelect, now }: Props) {
  const pins = useRef<EventPins>(null);
  const selected = events.find(({ id }) => id === selectedId);
  // Hovering changes often and must not place every event again.
  const mapEvents = useMemo(
    () =>
      events.map((event) => ({
        ...event,
        latitude: event.location_latitude,
        longitude: event.location_longitude,
        cancelled: event.is_cancelled,
      })),
    [events],
  );
  return (
    <>
      <EventMap
        pins={pins}
        events={mapEvents}
        selectedId={selectedId}
        highlightedId={highlightedId}
        onSelect={onSelect}
        renderPopup={(event) => (
          <EventPopup event={event}>
            <Link to={`/event/${event.id}`}>{texts.viewDetails}</Link>
          </EventPopup>
        )}
      />
      {selected && (
        <InfoCard
          key={selected.id}
          event={selected}
          now={now}
          onClose={() => onSelect(null)}
          onLostFocus={() => pins.current?.focus(selected.id)}
        />
      )}
    </>
  );
}
