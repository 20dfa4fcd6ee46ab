import { expect, test } from 'vitest';
import { mergeEvent, mergeGuests, takeFieldGroups } from './event-merge.ts';

const base = {
  title: 'Bonfire',
  description: '',
  image: null,
  location_name: 'Old slip',
  location_address: '',
  location_latitude: 49.18,
  location_longitude: -2.1,
  start_time: '2026-06-20T18:00:00.000Z',
  end_time: '2026-06-20T21:00:00.000Z',
  is_private: true,
};

test('EVF-23 changes to different fields are both kept', () => {
  const yours = { ...base, title: 'Beach bonfire' };
  const theirs = { ...base, description: 'Bring wood', is_private: false };
  expect(mergeEvent(base, yours, theirs)).toEqual({
    values: { ...base, title: 'Beach bonfire', description: 'Bring wood', is_private: false },
    conflicts: [],
  });
});

test('EVF-23 the same field changed twice is a conflict, unless to the same', () => {
  const theirs = { ...base, title: 'Bonfire at six' };
  expect(mergeEvent(base, { ...base, title: 'Beach bonfire' }, theirs).conflicts).toEqual(['title']);
  expect(mergeEvent(base, { ...base, title: ' Bonfire at six ' }, theirs).conflicts).toEqual([]);
});

test('EVF-23 a time is the same however it is written', () => {
  const yours = { ...base, start_time: '2026-06-20T19:00:00+01:00', title: 'Beach bonfire' };
  const theirs = { ...base, start_time: '2026-06-20T17:00:00.000Z' };
  const { values, conflicts } = mergeEvent(base, yours, theirs);
  expect([values.start_time, values.title, conflicts]).toEqual([theirs.start_time, 'Beach bonfire', []]);
});

test('EVF-23 a place and its point are one field', () => {
  const moved = { ...base, location_latitude: 49.2 };
  const other = { ...base, location_name: 'Royal Square' };
  expect(mergeEvent(base, moved, other).conflicts).toEqual(['location']);
  expect(takeFieldGroups(moved, other, ['location'])).toEqual(other);
});

test('EVF-23 a start and an end that fit only apart are a conflict', () => {
  const later = { ...base, start_time: '2026-06-20T20:00:00.000Z' };
  const shorter = { ...base, end_time: '2026-06-20T19:00:00.000Z' };
  expect(mergeEvent(base, later, shorter).conflicts).toEqual(['start_time', 'end_time']);
  const longer = { ...base, end_time: '2026-06-20T23:00:00.000Z' };
  expect(mergeEvent(base, later, longer)).toEqual({
    values: { ...later, end_time: longer.end_time },
    conflicts: [],
  });
});

test('EVF-15 EVF-23 only guests who were loaded and deselected leave the list', () => {
  const loaded = ['ann', 'ben', 'cy'];
  const chosen = ['ann', 'cy', 'eve'];
  const stored = ['ann', 'ben', 'dan'];
  // Ben was deselected, Eve added; Dan has joined and Cy has been taken off by somebody else.
  expect([...mergeGuests(loaded, chosen, stored)].toSorted()).toEqual(['ann', 'dan', 'eve']);
});
