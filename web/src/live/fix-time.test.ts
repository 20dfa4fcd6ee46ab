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
