import { type Beacon, BEACON_DURATION_MS } from '@hereabouts/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBeacon, readBeacon, showBeacon, subscribeBeacon } from './beacon-store.ts';

const BEACON: Beacon = {
  event_id: 1,
  user: { id: '5d7bfc2e-2f29-4f53-9b3c-0a5b0c1c7a11', name: 'Tomé', image: null },
  is_mine: false,
  colour: '#7df25a',
  duration_ms: BEACON_DURATION_MS,
};
/** Each test begins later than the ones before: the store remembers when a beacon was last shown and closed. */
let startMs = Date.now();
beforeEach(() => {
  startMs += 3_600_000;
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.advanceTimersByTime(BEACON_DURATION_MS * 2);
  vi.useRealTimers();
});

test('FIND-02 a beacon fills the screen for as long as it lasts', () => {
  let told = 0;
  const stop = subscribeBeacon(() => (told += 1));
  showBeacon(BEACON);
  vi.advanceTimersByTime(BEACON_DURATION_MS - 1);
  expect(readBeacon()).toEqual(BEACON);
  vi.advanceTimersByTime(1);
  expect([readBeacon(), told]).toEqual([null, 2]);
  stop();
});

test('FIND-02 the message that follows the answer does not open again what was closed', () => {
  const mine = { ...BEACON, is_mine: true };
  showBeacon(mine);
  closeBeacon();
  showBeacon(mine);
  expect(readBeacon()).toBeNull();
  vi.advanceTimersByTime(BEACON_DURATION_MS);
  showBeacon(mine);
  expect(readBeacon()).toEqual(mine);
});

test('FIND-02 one’s own beacon for another friend is shown, though the one before has only just been closed', () => {
  const mine = { ...BEACON, is_mine: true };
  showBeacon(mine);
  closeBeacon();
  const next = { ...mine, user: { ...mine.user, id: '5d7bfc2e-2f29-4f53-9b3c-0a5b0c1c7a12' } };
  showBeacon(next);
  expect(readBeacon()).toEqual(next);
});

test('FIND-02 a later beacon takes the place of the one before, with its whole time', () => {
  showBeacon(BEACON);
  vi.advanceTimersByTime(BEACON_DURATION_MS - 100);
  const other: Beacon = { ...BEACON, colour: '#5ab4ff' };
  showBeacon(other);
  vi.advanceTimersByTime(200);
  expect(readBeacon()).toEqual(other);
});

test('FIND-02 LIVE-10 after Close nobody’s beacon covers Stop for ten seconds, but one’s own is shown', () => {
  showBeacon(BEACON);
  closeBeacon();
  const other = { ...BEACON, user: { ...BEACON.user, id: '5d7bfc2e-2f29-4f53-9b3c-0a5b0c1c7a12' } };
  vi.advanceTimersByTime(9_999);
  showBeacon(other);
  expect(readBeacon()).toBeNull();
  const mine = { ...BEACON, is_mine: true };
  showBeacon(mine);
  expect(readBeacon()).toEqual(mine);
  vi.advanceTimersByTime(1);
  showBeacon(other);
  expect(readBeacon()).toEqual(other);
});
