import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { firstEventProblem, isYearAllowed } from '@hereabouts/contract/event-problems';
import type { EventInput } from '@hereabouts/contract/events';

export type FormField =
  | 'title'
  | 'description'
  | 'start'
  | 'end'
  | 'place'
  | 'point'
  | 'image'
  | 'places'
  | 'friends';

/** `fields` is empty for a failed save. */
export type FormProblem = { text: string; fields: readonly FormField[] };

const FIELDS_OF: Readonly<Record<string, readonly FormField[]>> = {
  [EVENT_TEXTS.titleMissing]: ['title'],
  [EVENT_TEXTS.endNotAfterStart]: ['end'],
  [EVENT_TEXTS.tooLong]: ['end'],
  [EVENT_TEXTS.locationNameMissing]: ['place'],
  [EVENT_TEXTS.positionMissing]: ['point'],
  [EVENT_TEXTS.notYourImage]: ['image'],
  [EVENT_TEXTS.placesOutOfRange]: ['places'],
  [EVENT_TEXTS.tooManyInvites]: ['friends'],
  [EVENT_TEXTS.onlyFriends]: ['friends'],
};
/** Problems of a start, an end or both. */
const IS_WRONG_TIME: Readonly<Record<string, (time: string | null) => boolean>> = {
  [EVENT_TEXTS.timesMissing]: (time) => !time,
  [EVENT_TEXTS.yearOutOfRange]: (time) => time !== null && !isYearAllowed(Date.parse(time)),
};
const FIELD_OF_INPUT: Readonly<Record<string, FormField>> = {
  title: 'title',
  description: 'description',
  start_time: 'start',
  end_time: 'end',
  location_name: 'place',
  location_address: 'place',
  location_latitude: 'point',
  location_longitude: 'point',
  image: 'image',
  places: 'places',
  invitee_ids: 'friends',
};

/** The first problem of a form (EVF-11), or null. */
export function problemOf(input: EventInput): FormProblem | null {
  const text = firstEventProblem(input);
  if (text === null) return null;
  const isWrong = IS_WRONG_TIME[text];
  if (isWrong === undefined) return { text, fields: FIELDS_OF[text] ?? [] };
  const wrong = [
    isWrong(input.start_time) && ('start' as const),
    isWrong(input.end_time) && ('end' as const),
  ];
  return { text, fields: wrong.filter((field) => field !== false) };
}

export const refusedProblem = (text: string, paths: readonly string[]): FormProblem => ({
  text,
  fields:
    FIELDS_OF[text] ??
    paths.flatMap((path) => FIELD_OF_INPUT[path] ?? []).filter((field, at, all) => all.indexOf(field) === at),
});
