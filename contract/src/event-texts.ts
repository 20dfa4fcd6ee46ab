import {
  EVENT_DAYS_MAX,
  EVENT_INVITES_MAX,
  EVENT_PLACES_MAX,
  EVENT_YEAR_MAX,
  EVENT_YEAR_MIN,
} from './limits.ts';

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
