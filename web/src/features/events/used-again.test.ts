import type { EventDetail } from '@hereabouts/contract/events';
import { expect, test } from 'vitest';
import { timesAgain, usedAgain } from './used-again.ts';

const JERSEY = 'Europe/Jersey';
const again = (start: string, end: string, now: string) => {
  const { start: from, end: to } = timesAgain(start, end, Date.parse(now), JERSEY);
  return [from, to];
};

test('HOST-07 an event used again is on the first such weekday after today and the old event', () => {
  // A Saturday evening, past midnight.
  const [start, end] = ['2026-06-20T19:00:00Z', '2026-06-21T00:30:00Z'];
  const next = ['2026-06-27T20:00', '2026-06-28T01:30'];
  for (const now of ['2026-06-01T12:00Z', '2026-06-20T12:00Z', '2026-06-26T12:00Z'])
    expect(again(start, end, now)).toEqual(next);
  // Today is none, even before the time of the event.
  expect(again(start, end, '2026-06-27T08:00Z')).toEqual(['2026-07-04T20:00', '2026-07-05T01:30']);
  expect(again(start, end, '2027-06-20T08:00Z')).toEqual(['2027-06-26T20:00', '2027-06-27T01:30']);
});

test('HOST-07 an event of more than a week comes after its own end', () => {
  expect(again('2026-06-20T09:00:00Z', '2026-06-29T09:00:00Z', '2026-06-21T12:00Z')).toEqual([
    '2026-07-04T10:00',
    '2026-07-13T10:00',
  ]);
});

test('HOST-07 EVF-20 an event used again keeps its times of day when the clocks change in between', () => {
  expect(again('2026-10-24T19:00:00Z', '2026-10-24T22:00:00Z', '2026-10-24T12:00Z')).toEqual([
    '2026-10-31T20:00',
    '2026-10-31T23:00',
  ]);
  // 01:30 does not exist on that day: an hour later, and so is the end.
  expect(again('2026-03-22T01:30:00Z', '2026-03-22T02:00:00Z', '2026-03-22T12:00Z')).toEqual([
    '2026-03-29T02:30',
    '2026-03-29T03:00',
  ]);
});

test('HOST-07 an event used again keeps everything but the dates, without the viewer and with whoever hosted', () => {
  const event = {
    title: 'Swim',
    image: 'a.png',
    start_time: '2026-06-20T19:00:00Z',
    end_time: '2026-06-20T20:00:00Z',
    places: 20,
    bring_max: 2,
    is_co_host: true,
    host: { id: 'marie' },
    invites: [
      { user: { id: 'me' }, is_co_host: true },
      { user: { id: 'tom' }, is_co_host: true },
      { user: { id: 'anna' }, is_co_host: false },
    ],
  } as unknown as EventDetail;
  expect(usedAgain(event, 'me', Date.parse('2026-06-20T12:00Z'))).toMatchObject({
    title: 'Swim',
    image: 'a.png',
    places: '20',
    bringMax: 2,
    inviteeIds: ['marie', 'tom', 'anna'],
    startAt: expect.stringMatching(/^2026-06-27/),
    key: null,
  });
});
