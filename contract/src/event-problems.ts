import { DAY_MS } from './durations.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import { EVENT_DAYS_MAX, EVENT_PLACES_MAX, EVENT_YEAR_MAX, EVENT_YEAR_MIN } from './limits.ts';
import { isBlank } from './visible-text.ts';

/** Times as ISO 8601, coordinates in degrees. */
type EventForm = {
  title: string;
  start_time: string | null;
  end_time: string | null;
  location_name: string;
  location_latitude: number | null;
  location_longitude: number | null;
  places?: number | null | undefined;
};

const YEAR_MIN_MS = Date.UTC(EVENT_YEAR_MIN, 0, 1);
const YEAR_END_MS = Date.UTC(EVENT_YEAR_MAX + 1, 0, 1);

/** The first problem of an event's form, in its order (EVF-11); null for none. */
export function firstEventProblem(input: EventForm): string | null {
  if (isBlank(input.title)) return EVENT_TEXTS.titleMissing;
  if (!input.start_time || !input.end_time) return EVENT_TEXTS.timesMissing;
  if (new Date(input.end_time) <= new Date(input.start_time)) return EVENT_TEXTS.endNotAfterStart;
  const [startMs, endMs] = [Date.parse(input.start_time), Date.parse(input.end_time)];
  if (!isYearAllowed(startMs) || !isYearAllowed(endMs)) return EVENT_TEXTS.yearOutOfRange;
  if (endMs - startMs > EVENT_DAYS_MAX * DAY_MS) return EVENT_TEXTS.tooLong;
  if (isBlank(input.location_name)) return EVENT_TEXTS.locationNameMissing;
  if (input.location_latitude === null || input.location_longitude === null) {
    return EVENT_TEXTS.positionMissing;
  }
  if (input.places != null && !isNumberOfPlaces(input.places)) return EVENT_TEXTS.placesOutOfRange;
  return null;
}

/** @param timeMs of a start or an end */
export const isYearAllowed = (timeMs: number): boolean => timeMs >= YEAR_MIN_MS && timeMs < YEAR_END_MS;

const isNumberOfPlaces = (places: number): boolean =>
  Number.isInteger(places) && places >= 1 && places <= EVENT_PLACES_MAX;
