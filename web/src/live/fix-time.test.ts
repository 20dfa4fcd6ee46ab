import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { OldFix, PositionRequest } from './fix-time.ts';

test('LIVE-05 a device whose clock counts from its own start is found soon, and followed from then on', () => {
  const clock = createFakeClock();
  const request = new PositionRequest(clock.now(), { isFirst: true });
  const believed: (number | null)[] = [];
  const old = new OldFix(clock, ({ timestamp }) => believed.push(request.timeOf(timestamp, clock.now())));
  const requestedAtMs = request.atMs;
  const ages = [1, 2, 3, 4, 5].map((second) => {
    clock.advance(1_000);
    const takenAtMs = request.timeOf(second * 1_000, clock.now());
    if (takenAtMs !== null) return clock.now() - takenAtMs;
    old.keep({ timestamp: second * 1_000 } as GeolocationPosition, request);
    return null;
  });
  expect(ages).toEqual([null, null, null, 0, 0]);
  expect(believed).toEqual([requestedAtMs]);
});

test('LIVE-05 a person whose clock is ahead of the device’s is followed also once its times are later than the request', () => {
  const clock = createFakeClock();
  const request = new PositionRequest(clock.now());
  const ownMs = () => clock.now() - 2 * MINUTE_MS;
  request.believe(ownMs());
  for (let second = 0; second < 5 * 60; second += 1) {
    clock.advance(1_000);
    expect(request.timeOf(ownMs(), clock.now())).toBe(clock.now());
  }
  // The same one once more is as old as it was.
  expect(request.timeOf(ownMs(), clock.now() + 1_000)).toBe(clock.now());
});

test('LIVE-05 a fix that answers two requests gets the time of the later one, in any order', () => {
  for (const atMs of [
    [20_000, 30_000],
    [30_000, 20_000],
  ]) {
    const clock = createFakeClock();
    const believed: number[] = [];
    const old = new OldFix(clock, (_, request) => believed.push(request.atMs));
    for (const ms of atMs) old.keep({ timestamp: 7_000 } as GeolocationPosition, new PositionRequest(ms));
    clock.advance(3_000);
    expect(believed).toEqual([30_000]);
  }
});
