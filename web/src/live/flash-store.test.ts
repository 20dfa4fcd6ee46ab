import { FLASH_DURATION_MS, type Flash } from '@hereabouts/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeFlash, readFlash, showFlash, subscribeFlash } from './flash-store.ts';

const FLASH: Flash = {
  event_id: 1,
  user: { id: '5d7bfc2e-2f29-4f53-9b3c-0a5b0c1c7a11', name: 'Tomé', image: null },
  is_mine: false,
  colour: '#7df25a',
  duration_ms: FLASH_DURATION_MS,
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(FLASH_DURATION_MS * 2);
  vi.useRealTimers();
});

test('FIND-02 a flash fills the screen for as long as it lasts', () => {
  let told = 0;
  const stop = subscribeFlash(() => (told += 1));
  showFlash(FLASH);
  vi.advanceTimersByTime(FLASH_DURATION_MS - 1);
  expect(readFlash()).toEqual(FLASH);
  vi.advanceTimersByTime(1);
  expect([readFlash(), told]).toEqual([null, 2]);
  stop();
});

test('FIND-02 the message that follows the answer does not open again what was closed', () => {
  const mine = { ...FLASH, is_mine: true };
  showFlash(mine);
  closeFlash();
  showFlash(mine);
  expect(readFlash()).toBeNull();
  vi.advanceTimersByTime(FLASH_DURATION_MS);
  showFlash(mine);
  expect(readFlash()).toEqual(mine);
});

test('FIND-02 a later flash takes the place of the one before, with its whole time', () => {
  showFlash(FLASH);
  vi.advanceTimersByTime(FLASH_DURATION_MS - 100);
  const other: Flash = { ...FLASH, colour: '#5ab4ff' };
  showFlash(other);
  vi.advanceTimersByTime(200);
  expect(readFlash()).toEqual(other);
});
