import { expect, test } from 'vitest';
import { spread } from './spread.ts';

const GAP_PX = 44;
const at = (places: Record<string, [number, number]>) =>
  Object.entries(places).map(([id, [x, y]]) => ({ id, x, y }));

test('LIVE-05 friends with room around them stand where they are', () => {
  expect(spread(at({ a: [0, 0], b: [44, 0], c: [0, 300] })).size).toBe(0);
});

test('LIVE-05 friends at one place are drawn beside each other, none of them far from it', () => {
  const crowd = at(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, [100, 100]])));
  const offsets = spread(crowd);
  const drawn = crowd.map(({ id, x, y }) => {
    const [dx, dy] = offsets.get(id) ?? [0, 0];
    return { x: x + dx, y: y + dy };
  });
  for (const [index, one] of drawn.entries()) {
    expect(Math.hypot(one.x - 100, one.y - 100)).toBeLessThanOrEqual(120);
    for (const other of drawn.slice(index + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(GAP_PX * 0.7);
    }
  }
});

test('LIVE-05 the input order changes nothing, a small step little', () => {
  const places = { a: [0, 0], b: [10, 4], c: [-6, 12] } satisfies Record<string, [number, number]>;
  const before = spread(at(places));
  expect(spread(at(places).toReversed())).toEqual(before);
  const after = spread(at({ ...places, a: [0.5, 0] }));
  for (const [id, [x, y]] of before) {
    const [nextX, nextY] = after.get(id) ?? [0, 0];
    expect(Math.hypot(x - nextX, y - nextY)).toBeLessThan(6);
  }
});

test('LIVE-05 friends make way for a pin and for oneself, which stay where they are', () => {
  const own = { id: 'own', x: 0, y: 0, radiusPx: 15 };
  const offsets = spread(at({ a: [0, 0], b: [3, 0] }), [own]);
  for (const [x, y] of [offsets.get('a')!, offsets.get('b')!]) expect(Math.hypot(x, y)).toBeGreaterThan(30);
});
