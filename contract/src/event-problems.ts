import { DAY_MS } from './durations.ts';
import {
  EVENT_DAYS_MAX,
  EVENT_INVITES_MAX,
  EVENT_PLACES_MAX,
  EVENT_YEAR_MAX,
  EVENT_YEAR_MIN,
} from './limits.ts';
import { isBlank } from './visible-text.ts';

/** Exact texts (EVF-11, EVF-13, INV-07), in the form's order. */
export const EVENT_TEXTS = {
  signedOut: 'You must be logged in to create an event',
  titleMissing: 'Title is required',
  timesMissing: 'Start and end times are required',
  endNotAfterStart: 'End time must be after start time',
  yearOutOfRange: `Please choose dates between the years ${EVENT_YEAR_MIN} and ${EVENT_YEAR_MAX}`,
  tooLong: `An event can last at most ${EVENT_DAYS_MAX} days`,
  locationNameMissing: 'Location name is required',
  positionMissing: 'Please select a location on the map',
  placesOutOfRange: `The number of places must be between 1 and ${EVENT_PLACES_MAX.toLocaleString('en-GB')}`,
  mayNotEdit: 'You do not have permission to edit this event',
  mayNotCancel: 'You do not have permission to cancel this event',
  mayNotInvite: 'You do not have permission to invite people to this event',
  mayNotLink: 'You do not have permission to manage the invitation link of this event',
  mayNotRespond: 'Only invited people can answer this invitation',
  onlyFriends: 'Only your friends can be invited',
  ended: 'This event has ended',
  cancelled: 'This event was cancelled',
  endedTimes: 'The times of an event that has ended cannot be changed',
  tooManyInvites: `An event can have at most ${EVENT_INVITES_MAX} invited people`,
  full: 'There are not enough places left',
  bringsTooMany: 'You cannot bring that many people to this event',
  changedMeanwhile: 'This event has been changed since you opened it',
  notYourImage: 'Please upload the image again',
} as const;

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

export function firstEventProblem(input: EventForm): string | null {
  if (isBlank(input.title)) return EVENT_TEXTS.titleMissing;
  if (!input.start_time || !input.end_time) return EVENT_TEXTS.timesMissing;
  if (new Date(input.end_time) <= new Date(input.start_time)) return EVENT_TEXTS.endNotAfterStart;
  const [startMs, endMs] = [Date.parse(input.start_time), Date.parse(input.end_time)];
  if (startMs < YEAR_MIN_MS || endMs >= YEAR_END_MS) return EVENT_TEXTS.yearOutOfRange;
  if (endMs - startMs > EVENT_DAYS_MAX * DAY_MS) return EVENT_TEXTS.tooLong;
  if (isBlank(input.location_name)) return EVENT_TEXTS.locationNameMissing;
  if (input.location_latitude === null || input.location_longitude === null) {
    return EVENT_TEXTS.positionMissing;
  }
  if (input.places != null && !isNumberOfPlaces(input.places)) return EVENT_TEXTS.placesOutOfRange;
  return null;
}

const isNumberOfPlaces = (places: number): boolean =>
  Number.isInteger(places) && places >= 1 && places <= EVENT_PLACES_MAX;
