import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { EventInput } from '@hereabouts/contract/events';
import { expect, test } from 'vitest';
import { problemOf, refusedProblem } from './problems.ts';

const input = (changes: Partial<EventInput>) =>
  ({
    title: 'Bonfire',
    start_time: '2031-06-20T19:00:00.000Z',
    end_time: '2031-06-20T23:00:00.000Z',
    location_name: 'The old slip',
    location_latitude: 49.2,
    location_longitude: -2.2,
    ...changes,
  }) as EventInput;

test.each([
  ['both times', { start_time: null, end_time: null }, EVENT_TEXTS.timesMissing, ['start', 'end']],
  ['an end', { end_time: null }, EVENT_TEXTS.timesMissing, ['end']],
  ['a start long ago', { start_time: '0026-06-20T19:00:00.000Z' }, EVENT_TEXTS.yearOutOfRange, ['start']],
  ['a late end', { end_time: '2131-06-20T23:00:00.000Z' }, EVENT_TEXTS.yearOutOfRange, ['end']],
  [
    'a year that the end follows',
    { start_time: '2131-06-20T19:00:00.000Z', end_time: '2131-06-20T23:00:00.000Z' },
    EVENT_TEXTS.yearOutOfRange,
    ['start', 'end'],
  ],
  ['a long event', { end_time: '2031-08-20T23:00:00.000Z' }, EVENT_TEXTS.tooLong, ['end']],
] as const)('EVF-21 a problem with %s is one of its field', (_what, changes, text, fields) => {
  expect(problemOf(input(changes))).toEqual({ text, fields });
});

test.each([EVENT_TEXTS.tooManyInvites, EVENT_TEXTS.onlyFriends])(
  'EVF-21 what the server refuses about guests is a problem of the friends: %s',
  (text) => expect(refusedProblem(text, [])).toEqual({ text, fields: ['friends'] }),
);

test('EVF-21 a refusal in other words is a problem of the fields that it names', () => {
  expect(refusedProblem('Not a list', ['invitee_ids', 'title'])).toEqual({
    text: 'Not a list',
    fields: ['friends', 'title'],
  });
});
