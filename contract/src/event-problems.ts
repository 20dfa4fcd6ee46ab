import { EVENT_INVITES_MAX } from './limits.ts';

/** Exact texts of the product (EVF-11, EVF-13, INV-07), in the order the form checks them. */
export const EVENT_MESSAGES = {
  signedOut: 'You must be logged in to create an event',
  titleMissing: 'Title is required',
  timesMissing: 'Start and end times are required',
  endNotAfterStart: 'End time must be after start time',
  locationNameMissing: 'Location name is required',
  positionMissing: 'Please select a location on the map',
  mayNotEdit: 'You do not have permission to edit this event',
  mayNotCancel: 'You do not have permission to cancel this event',
  mayNotInvite: 'You do not have permission to invite people to this event',
  mayNotRespond: 'Only invited people can respond to this event',
  onlyFriends: 'Only your friends can be invited',
  ended: 'This event has ended',
  cancelled: 'This event was cancelled',
  endedTimes: 'The times of an event that has ended cannot be changed',
  tooManyInvites: `An event can have at most ${EVENT_INVITES_MAX} invited people`,
  notYourImage: 'Please upload the image again',
} as const;

/** What of an event's form can be wrong. Times as ISO 8601, coordinates in degrees. */
type EventForm = {
  title: string;
  start_time: string | null;
  end_time: string | null;
  location_name: string;
  location_latitude: number | null;
  location_longitude: number | null;
};

/** The first thing wrong with an event form, in the product's words and order (EVF-11), or null. */
export function firstEventProblem(input: EventForm): string | null {
  if (input.title.trim() === '') return EVENT_MESSAGES.titleMissing;
  if (!input.start_time || !input.end_time) return EVENT_MESSAGES.timesMissing;
  if (new Date(input.end_time) <= new Date(input.start_time)) return EVENT_MESSAGES.endNotAfterStart;
  if (input.location_name.trim() === '') return EVENT_MESSAGES.locationNameMissing;
  if (input.location_latitude === null || input.location_longitude === null) {
    return EVENT_MESSAGES.positionMissing;
  }
  return null;
}
