import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEW, gather } from './crowds.ts';

const at = (id: string, x: number, y: number) => ({ id, x, y });
const ring = (count: number, x: number, y: number) =>
  Array.from({ length: count }, (_, index) => at(`p${index + 10}`, x + (index % 5), y + (index % 3)));

test('LIVE-05 a few friends at one place keep their faces, more become a crowd', () => {
  const few = ring(FEW, 100, 100);
  expect(gather(few, null)).toEqual({ alone: few, crowds: [] });
  const many = ring(FEW + 1, 100, 100);
  const { alone, crowds } = gather([...many, at('far', 400, 100)], null);
  expect(alone.map(({ id }) => id)).toEqual(['far']);
  expect(crowds).toMatchObject([{ id: 'crowd p10', memberIds: ['p10', 'p11', 'p12', 'p13', 'p14'] }]);
  expect(crowds[0]!.x).toBeCloseTo(102, 6);
});

test('LIVE-06 the selected friend is drawn outside the crowd', () => {
  const { alone, crowds } = gather(ring(9, 0, 0), 'p13');
  expect(alone.map(({ id }) => id)).toEqual(['p13']);
  expect(crowds[0]!.memberIds).toHaveLength(8);
});

test('LIVE-05 everybody is drawn once, independent of the input order', () => {
  const places = fc.array(
    fc.record({ x: fc.integer({ max: 300, min: 0 }), y: fc.integer({ max: 300, min: 0 }) }),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(places, (spots) => {
      const all = spots.map(({ x, y }, index) => at(`p${index}`, x, y));
      const { alone, crowds } = gather(all, null);
      const drawn = [...alone.map(({ id }) => id), ...crowds.flatMap(({ memberIds }) => memberIds)];
      expect(drawn.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      for (const { memberIds } of crowds) expect(memberIds.length).toBeGreaterThan(FEW);
      const ids = (crowd: { id: string }) => crowd.id;
      expect(gather(all.toReversed(), null).crowds.map(ids)).toEqual(crowds.map(ids));
    }),
  );
});
