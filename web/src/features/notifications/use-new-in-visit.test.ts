import type { Notification } from '@hereabouts/contract/notifications';
import { expect, test } from 'vitest';
import { NOTHING_NEW, withNew } from './use-new-in-visit.ts';

/** Newest first. */
const list = (from: number, to: number, isRead: boolean) =>
  Array.from(
    { length: from - to + 1 },
    (_, index) => ({ id: from - index, is_read: isRead }) as Notification,
  );
const sorted = (ids: ReadonlySet<number>) => [...ids].toSorted((one, other) => other - one);

test('NOTE-01 unread notifications stay marked as new for the visit that reads them', () => {
  const seen = withNew(NOTHING_NEW, [...list(5, 4, false), ...list(3, 1, true)], 2);
  expect(sorted(withNew(seen, list(5, 1, true), 0).ids)).toEqual([5, 4]);
});

test('NOTE-01 pages read after all was marked show as many as new as were counted', () => {
  // 25 are unread, 20 of them on the first page; by the time the second comes they all are marked.
  let state = withNew(NOTHING_NEW, list(60, 41, false), 25);
  state = withNew(state, list(60, 41, true), 0);
  state = withNew(state, list(60, 21, true), 0);
  expect(sorted(state.ids)).toEqual(list(60, 36, true).map(({ id }) => id));
  // The third page has none; something that comes meanwhile stands on top.
  state = withNew(state, [...list(61, 61, false), ...list(60, 1, true)], 1);
  expect(state.ids.size).toBe(26);
  expect(state.ids.has(61)).toBe(true);
});

test('NOTE-01 a list that was kept from the last visit has nothing new until it is read again', () => {
  let state = withNew(NOTHING_NEW, list(40, 21, true), 0);
  expect(state.ids.size).toBe(0);
  state = withNew(state, list(70, 51, false), 30);
  state = withNew(state, list(70, 31, true), 0);
  expect(sorted(state.ids)).toEqual(list(70, 41, true).map(({ id }) => id));
});
