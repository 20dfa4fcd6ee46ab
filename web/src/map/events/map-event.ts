import type { Point } from '#web/lib/geo/geodesy.ts';
import { readPoint } from '#web/map/frame/coordinates.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/maps.tsx';

export type MapEvent = {
  id: number;
  title: string;
  location_name: string;
  latitude: number | string | null;
  longitude: number | string | null;
  start_time: string;
  end_time: string;
  state: 'live' | 'today' | 'upcoming';
  my_status?: string | null | undefined;
  cancelled?: boolean | undefined;
};

export type PlottedEvent = { event: MapEvent; point: Point };

/** Source: HOME-07. */
export function plottedEvents(events: readonly MapEvent[]): PlottedEvent[] {
  const plotted: PlottedEvent[] = [];
  for (const event of events) {
    const point = readPoint(event.latitude, event.longitude);
    if (point) plotted.push({ event, point });
  }
  return plotted;
}

export type PinLook = 'live' | 'today' | 'upcoming' | 'declined' | 'cancelled';

export function pinLookOf(event: MapEvent): PinLook {
  if (event.cancelled) return 'cancelled';
  return event.my_status === 'declined' ? 'declined' : event.state;
}

const LOOK_WORDS: Record<PinLook, string> = {
  live: texts.liveNowInName,
  today: 'today',
  upcoming: 'upcoming',
  declined: texts.notGoing,
  cancelled: recurring.cancelled,
};

/** Accessible name of a marker: what its shape and colour show. */
export function markerName(event: MapEvent): string {
  return `${event.title}, ${event.location_name}, ${LOOK_WORDS[pinLookOf(event)]}`;
}
