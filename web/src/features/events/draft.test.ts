import { expect, test } from 'vitest';
import type { EventDetail } from '@hereabouts/contract/events';
import {
  EMPTY_DRAFT,
  draftOf,
  inputOf,
  isUnsaved,
  sentOnce,
  withEnd,
  withExistingTimes,
  withStart,
} from './draft.ts';

test('EVF-02 the end follows the start and keeps the length of the event', () => {
  const draft = { ...EMPTY_DRAFT, start: '2026-06-20T19:00', end: '2026-06-20T20:30' };
  expect(withStart(draft, '2026-06-21T09:15').end).toBe('2026-06-21T10:45');
});

test('EVF-02 a first start proposes an end two hours later', () => {
  expect(withStart(EMPTY_DRAFT, '2026-06-20T23:00').end).toBe('2026-06-21T01:00');
});

test('EVF-02 a start that is empty for a moment, as it is typed anew, leaves the length of the event', () => {
  const times = { start_time: '2026-06-18T17:00:00.000Z', end_time: '2026-06-20T21:00:00.000Z' };
  const draft = stored(times.start_time, times.end_time);
  const cleared = withStart(withStart(draft, '', draft), '', draft);
  expect(inputOf(cleared)).toMatchObject({ start_time: null, end_time: times.end_time });
  expect(withStart(cleared, draft.start, draft)).toEqual(draft);
  const { start_time, end_time } = inputOf(withStart(cleared, '2026-06-19T09:30', draft));
  expect(Date.parse(end_time ?? '') - Date.parse(start_time ?? '')).toBe(52 * 3_600_000);
});

test('EVF-02 an end before the start is left for the person to mend', () => {
  const draft = { ...EMPTY_DRAFT, start: '2026-06-20T19:00', end: '2026-06-20T18:00' };
  expect(withStart(draft, '2026-06-20T17:00').end).toBe('2026-06-20T18:00');
});

test('EVF-02 incomplete times are sent as missing', () => {
  expect(inputOf({ ...EMPTY_DRAFT, start: '2026-06' })).toMatchObject({ start_time: null, end_time: null });
});

const stored = (start_time: string, end_time: string) =>
  draftOf({ start_time, end_time, invites: [] } as unknown as EventDetail);

test('EVF-20 times that nobody touched are sent as they were, to the second', () => {
  const times = { start_time: '2027-10-31T01:30:42.120Z', end_time: '2027-10-31T01:30:59.000Z' };
  const draft = stored(times.start_time, times.end_time);
  expect(inputOf({ ...draft, description: 'New words' })).toMatchObject(times);
  // Typed away and back again.
  const { start, end } = draft;
  const back = withEnd(withStart(withStart(draft, '2027-11-01T10:00', draft), start, draft), end, draft);
  expect(inputOf(back)).toMatchObject(times);
});

test('EVF-20 an event that is moved keeps its length across a change of the clocks', () => {
  const draft = stored('2027-10-30T19:00:00.000Z', '2027-10-30T23:00:00.000Z');
  const { start_time, end_time } = inputOf(withStart(draft, '2027-10-30T23:00', draft));
  expect(Date.parse(end_time ?? '') - Date.parse(start_time ?? '')).toBe(4 * 3_600_000);
});

test('EVF-20 EVF-02 incomplete times stay as they are being typed', () => {
  const draft = { ...EMPTY_DRAFT, start: '2026-06', end: '' };
  expect(withExistingTimes(draft)).toEqual(draft);
});

test('EVF-12 EVF-16 whoever was chosen when a draft was sent stays known, however often it is sent', () => {
  const first = sentOnce(EMPTY_DRAFT, ['tom', 'lou']);
  const second = sentOnce(first, ['lou', 'kim']);
  expect(second.inviteeIds).toEqual(['lou', 'kim']);
  expect(second.attempts).toBe(2);
  expect(second.sentInviteeIds.toSorted()).toEqual(['kim', 'lou', 'tom']);
  expect(isUnsaved({ ...second, inviteeIds: [], key: null }, EMPTY_DRAFT)).toBe(false);
});
