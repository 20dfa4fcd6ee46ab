import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { Asked, OldFix } from './fix-time.ts';

test('LIVE-05 a device whose clock counts from its own start is found soon, and followed from then on', () => {
  const clock = createFakeClock();
  const asked = new Asked(clock.now(), { isFirst: true });
  const believed: (number | null)[] = [];
  const old = new OldFix(clock, ({ timestamp }) => believed.push(asked.timeOf(timestamp, clock.now())));
  const askedAtMs = asked.atMs;
  const ages = [1, 2, 3, 4, 5].map((second) => {
    clock.advance(1_000);
    const takenAtMs = asked.timeOf(second * 1_000, clock.now());
    if (takenAtMs !== null) return clock.now() - takenAtMs;
    old.keep({ timestamp: second * 1_000 } as GeolocationPosition, asked);
    return null;
  });
  expect(ages).toEqual([null, null, null, 0, 0]);
  expect(believed).toEqual([askedAtMs]);
});

test('LIVE-05 a person whose clock is ahead of the device’s is followed also once its times are later than the question', () => {
  const clock = createFakeClock();
  const asked = new Asked(clock.now());
  const ownMs = () => clock.now() - 2 * MINUTE_MS;
  asked.believe(ownMs());
  for (let second = 0; second < 5 * 60; second += 1) {
    clock.advance(1_000);
    expect(asked.timeOf(ownMs(), clock.now())).toBe(clock.now());
  }
  // The same one once more is as old as it was.
  expect(asked.timeOf(ownMs(), clock.now() + 1_000)).toBe(clock.now());
});

test('LIVE-05 a fix that answers two questions gets the time of the later one, in any order', () => {
  for (const atMs of [
    [20_000, 30_000],
    [30_000, 20_000],
  ]) {
    const clock = createFakeClock();
    const believed: number[] = [];
    const old = new OldFix(clock, (_, asked) => believed.push(asked.atMs));
    for (const ms of atMs) old.keep({ timestamp: 7_000 } as GeolocationPosition, new Asked(ms));
    clock.advance(3_000);
    expect(believed).toEqual([30_000]);
  }
});
