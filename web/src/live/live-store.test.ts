import type { LivePage } from '@hereabouts/contract/live';
import { expect, test } from 'vitest';
import { livePhase } from './live-store.ts';

const at = (time: string) => `2026-06-20T${time}.000Z`;
const msAt = (time: string) => Date.parse(at(time));

/** As the server answered it at `now`. */
const pageOf = (now: string, [start, end]: [string, string], isCancelled = false) => ({
  now: at(now),
  event: {
    id: 7,
    title: 'Bonfire',
    start_time: at(start),
    end_time: at(end),
    is_cancelled: isCancelled,
  } as LivePage['event'],
});
const OLD_TIMES: [string, string] = ['12:00:00', '14:00:00'];
const HEARD = msAt('13:00:00');

test('LIVE-01 the end holds as soon as it is heard of, whatever the page said before', () => {
  expect(livePhase(pageOf('12:59:59', OLD_TIMES), HEARD, null)).toBe('running');
  expect(livePhase(pageOf('12:59:59', OLD_TIMES), HEARD, HEARD)).toBe('ended');
});

test('LIVE-05 an event that was moved while it ran is ahead once the page has been read again, and runs at its time', () => {
  const moved = pageOf('13:00:01', ['18:00:00', '20:00:00']);
  expect(livePhase(moved, msAt('13:00:00'), HEARD)).toBe('before');
  expect(livePhase(moved, msAt('18:00:00'), HEARD)).toBe('running');
  expect(livePhase(moved, msAt('20:00:01'), HEARD)).toBe('ended');
});

test('LIVE-01 an event runs from its start to its end, both included', () => {
  const page = pageOf('11:00:00', OLD_TIMES);
  expect(livePhase(page, msAt('12:00:00') - 1, null)).toBe('before');
  expect(livePhase(page, msAt('12:00:00'), null)).toBe('running');
  expect(livePhase(page, msAt('14:00:00'), null)).toBe('running');
  expect(livePhase(page, msAt('14:00:00') + 1, null)).toBe('ended');
});

test('LIVE-01 a page read at the end says so, although the clock of this page is a tick behind', () => {
  expect(livePhase(pageOf('14:00:01', OLD_TIMES), msAt('13:59:58'), msAt('14:00:00'))).toBe('ended');
});

test('SAFE-04 a cancelled event is called so, not ended', () => {
  expect(livePhase(pageOf('12:59:59', OLD_TIMES, true), HEARD, HEARD)).toBe('cancelled');
});
