import type { EventCard } from '@hereabouts/contract/events';
import { expect, test } from 'vitest';
import { nextUp, startsText } from './next-up.ts';
import { sectionsOf, shortDate } from './sections.ts';

const NOW = Date.parse('2026-06-20T20:00:00Z');

const event = (id: number, start: string, end: string): EventCard => ({
  id,
  title: `Event ${id}`,
  description_preview: '',
  image: null,
  tint: null,
  location_name: 'Gorey',
  location_latitude: 49.2,
  location_longitude: -2.02,
  start_time: start,
  end_time: end,
  is_private: false,
  is_cancelled: false,
  created_by: '00000000-0000-4000-8000-000000000000',
  my_status: 'pending',
  is_co_host: false,
  is_waiting: false,
  places: null,
  bring_max: 0,
  my_brings: 0,
  going_count: null,
  chat: null,
});
const shape = (events: EventCard[], timeZone: string) =>
  sectionsOf(events, NOW, timeZone).map(({ label, events: list }) => [label, list.map(({ id }) => id)]);

test('HOME-10 running events come first by their end, the others by their start', () => {
  const events = [
    event(1, '2026-06-20T18:00:00Z', '2026-06-20T23:00:00Z'),
    event(2, '2026-06-20T19:00:00Z', '2026-06-20T21:00:00Z'),
    event(4, '2026-06-20T22:30:00Z', '2026-06-20T23:00:00Z'),
    event(3, '2026-06-20T21:00:00Z', '2026-06-20T23:30:00Z'),
  ];
  expect(shape(events, 'Europe/London')).toEqual([
    ['LIVE', [2, 1]],
    ['TODAY', [3, 4]],
  ]);
});

test('HOME-10 an event is live at the moment it starts and at the moment it ends', () => {
  const now = '2026-06-20T20:00:00Z';
  const events = [event(1, now, '2026-06-20T21:00:00Z'), event(2, '2026-06-20T19:00:00Z', now)];
  expect(shape(events, 'Europe/Jersey')).toEqual([['LIVE', [2, 1]]]);
});

test('HOME-11 what has ended is left out', () => {
  expect(shape([event(1, '2026-06-20T18:00:00Z', '2026-06-20T19:59:59.999Z')], 'Europe/Jersey')).toEqual([]);
});

test('SAFE-04 a cancelled event is never live: it stands under TODAY until it would have ended', () => {
  const cancelled = (id: number, start: string, end: string) => ({
    ...event(id, start, end),
    is_cancelled: true,
  });
  const events = [
    cancelled(1, '2026-06-19T22:00:00Z', '2026-06-20T21:00:00Z'),
    event(2, '2026-06-20T21:30:00Z', '2026-06-20T22:00:00Z'),
    cancelled(3, '2026-06-20T18:00:00Z', '2026-06-20T19:00:00Z'),
    cancelled(4, '2026-06-21T12:00:00Z', '2026-06-21T13:00:00Z'),
  ];
  expect(shape(events, 'Europe/Jersey')).toEqual([
    ['TODAY', [1, 2]],
    ['TOMORROW', [4]],
  ]);
  const sections = sectionsOf(events, NOW, 'Europe/Jersey');
  expect(nextUp(sections, NOW)).toMatchObject({
    isLive: false,
    event: { id: 2 },
    when: expect.stringMatching(/^today at /),
  });
});

test('HOME-23 the poster gives the end of a running event with its day where that is not today', () => {
  const untilOf = (end: string) => {
    const sections = sectionsOf([event(1, '2026-06-20T10:00:00Z', end)], NOW);
    return nextUp(sections, NOW)?.when;
  };
  expect(untilOf('2026-07-02T12:00:00Z')).toMatch(/^on now, until Thu 2 Jul at \d\d:00$/);
  expect(untilOf(new Date(NOW + 60_000).toISOString())).toMatch(/^on now, until \d\d:\d\d$/);
});

test('HOME-23 an invitation to an event that has begun says until when it is on', () => {
  const saysOf = (start: string) => {
    const events = [event(1, start, '2026-06-20T21:00:00Z')];
    return sectionsOf(events, NOW).flatMap((section) => section.events.map((one) => startsText(one, NOW)));
  };
  expect(saysOf('2026-06-20T20:00:30Z')).toEqual(['in a minute']);
  for (const begun of ['2026-06-20T20:00:00Z', '2026-06-20T18:00:00Z', '2026-06-18T18:00:00Z'])
    expect(saysOf(begun)).toEqual([expect.stringMatching(/^on now, until \d\d:00$/)]);
});

test.each([
  ['Europe/Jersey', ['TODAY', 'TOMORROW', 'Monday 22 June']],
  ['Asia/Tokyo', ['TODAY', 'TOMORROW', 'Tuesday 23 June']],
])('HOME-09 days are the local ones in %s', (timeZone, labels) => {
  // 21:00 UTC on the 20th is 22:00 that day in Jersey and 06:00 on the 21st in Tokyo.
  const at = (day: number) => `2026-06-${day}T21:00:00Z`;
  const events = [20, 21, 22].map((day, index) => event(index, at(day), `2026-06-${day}T22:00:00Z`));
  expect(sectionsOf(events, NOW, timeZone).map(({ label }) => label)).toEqual(labels);
});

test('HOME-09 a later day keeps its weekday, day and month when it is shortened', () => {
  expect(shortDate('Wednesday 2 September')).toEqual({
    weekday: 'Wed',
    day: '2',
    month: 'Sep',
    year: null,
  });
  expect(shortDate('Friday 1 January 2027')).toMatchObject({ day: '1', month: 'Jan', year: '2027' });
  expect(['LIVE', 'TODAY', 'TOMORROW'].map(shortDate)).toEqual([null, null, null]);
});
