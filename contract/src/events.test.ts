import { expect, test } from 'vitest';
import { EVENT_TEXTS } from './event-texts.ts';
import { firstEventProblem } from './event-problems.ts';

const complete = {
  title: 'Beach fire',
  start_time: '2026-06-20T18:00:00.000Z',
  end_time: '2026-06-20T21:00:00.000Z',
  location_name: "St Ouen's Bay",
  location_latitude: 49.22,
  location_longitude: -2.22,
};

test('EVF-11 a complete form has no problem', () => {
  expect(firstEventProblem(complete)).toBeNull();
});

test('EVF-11 problems are reported in the order of the form', () => {
  const empty = {
    title: '  ',
    start_time: null,
    end_time: null,
    location_name: ' ',
    location_latitude: null,
    location_longitude: null,
  };
  expect(firstEventProblem(empty)).toBe(EVENT_TEXTS.titleMissing);
  expect(firstEventProblem({ ...empty, title: 'x' })).toBe(EVENT_TEXTS.timesMissing);
  const timed = { ...empty, title: 'x', start_time: complete.start_time, end_time: complete.start_time };
  expect(firstEventProblem(timed)).toBe(EVENT_TEXTS.endNotAfterStart);
  expect(firstEventProblem({ ...timed, end_time: complete.end_time })).toBe(EVENT_TEXTS.locationNameMissing);
  expect(firstEventProblem({ ...complete, location_longitude: null })).toBe(EVENT_TEXTS.positionMissing);
});

test('EVF-11 the end is compared as a moment, not as text', () => {
  const sameMoment = { ...complete, end_time: '2026-06-20T19:00:00.000+01:00' };
  expect(firstEventProblem(sameMoment)).toBe(EVENT_TEXTS.endNotAfterStart);
});
