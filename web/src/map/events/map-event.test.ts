import { expect, test } from 'vitest';
import { type MapEvent, markerName, pinLookOf } from './map-event.ts';

const event: MapEvent = {
  id: 1,
  title: 'Supper club',
  location_name: 'St Aubin',
  latitude: 49.18,
  longitude: -2.17,
  start_time: '2026-06-20T12:00:00.000Z',
  end_time: '2026-06-20T13:00:00.000Z',
  state: 'live',
};

test('HOME-21 a declined event stays, marked Not Going; a cancelled one is marked Cancelled', () => {
  expect(pinLookOf(event)).toBe('live');
  expect(pinLookOf({ ...event, my_status: 'accepted' })).toBe('live');
  expect(pinLookOf({ ...event, my_status: 'declined' })).toBe('declined');
  expect(pinLookOf({ ...event, my_status: 'declined', cancelled: true })).toBe('cancelled');
  expect(markerName({ ...event, my_status: 'declined' })).toBe('Supper club, St Aubin, Not Going');
  expect(markerName({ ...event, cancelled: true })).toBe('Supper club, St Aubin, Cancelled');
});

test('HOME-03 a marker says what its shape shows', () => {
  expect(markerName(event)).toBe('Supper club, St Aubin, live now');
});
