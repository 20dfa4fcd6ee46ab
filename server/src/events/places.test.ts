import { expect, test } from 'vitest';
import { seatFor, whoMovesUp } from './places.ts';

const queue = [
  { user_id: 'three', brings: 2 },
  { user_id: 'two', brings: 1 },
  { user_id: 'first alone', brings: 0 },
  { user_id: 'second alone', brings: 0 },
];

test('HOST-04 whoever has waited longest moves up, among those whose whole party fits', () => {
  const movedWith = (free: number) => whoMovesUp({ places: 9, going: 9 - free }, queue);
  expect(movedWith(-1)).toEqual([]);
  expect(movedWith(0)).toEqual([]);
  expect(movedWith(1)).toEqual(['first alone']);
  expect(movedWith(2)).toEqual(['two']);
  expect(movedWith(4)).toEqual(['three', 'first alone']);
  expect(whoMovesUp({ places: null, going: 99 }, queue)).toHaveLength(4);
});

test('HOST-08 two waits in one millisecond, or with a clock that is behind, keep their order', () => {
  const capacity = {
    places: 1,
    going: 1,
    bring_max: 0,
    last_wait: '2026-06-20T12:00:00.000Z',
    least_wait: 1,
  };
  const nobody = { status: 'pending', brings: 0, waitingSince: null } as const;
  const waitAt = (now: string) =>
    seatFor({ status: 'accepted', wait: true }, nobody, capacity, now)?.waitingSince;
  for (const now of ['2026-06-20T12:00:00.000Z', '2026-06-20T11:59:59.000Z'])
    expect(waitAt(now)).toBe('2026-06-20T12:00:00.001Z');
  expect(waitAt('2026-06-20T12:00:01.000Z')).toBe('2026-06-20T12:00:01.000Z');
});

test('nobody takes a place that somebody waits for and has not been given yet', () => {
  const nobody = { status: 'pending', brings: 0, waitingSince: null } as const;
  const going = { status: 'accepted', brings: 0, waitingSince: null } as const;
  const [now, earlier] = ['2026-06-20T12:00:00.000Z', '2026-06-20T11:00:00.000Z'];
  const capacity = (free: number) => ({
    places: 9,
    going: 9 - free,
    bring_max: 5,
    last_wait: earlier,
    least_wait: 2,
  });
  const come = { status: 'accepted', wait: true } as const;
  expect(seatFor(come, nobody, capacity(1), now)?.status).toBe('accepted');
  expect(seatFor(come, nobody, capacity(2), now)?.status).toBe('pending');
  expect(seatFor({ ...come, wait: false }, nobody, capacity(2), now)).toBeNull();
  expect(seatFor({ ...come, brings: 1 }, going, capacity(2), now)).toBeNull();
  expect(seatFor(come, going, capacity(2), now)?.status).toBe('accepted');
});
