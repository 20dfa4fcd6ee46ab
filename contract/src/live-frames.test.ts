import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accuracyCode, accuracyOfCode } from './live-frames.ts';

test('accuracy is rounded up by a metre or 3 % at most', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), (accuracyM) => {
      const published = accuracyOfCode(accuracyCode(accuracyM));
      expect(published).toBeGreaterThanOrEqual(accuracyM * (1 - 1e-9));
      expect(published).toBeLessThanOrEqual(Math.max(accuracyM + 1, accuracyM * 1.031));
    }),
  );
});
