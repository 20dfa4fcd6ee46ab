import { expect, test } from 'vitest';
import { placePins } from './pin-captions.ts';

const pin = (x: number, y: number, name = 'Liberation Square') => ({ x, y, name });
const boxAt = (x: number, y: number) => ({ left: x - 13, right: x + 13, top: y - 13, bottom: y + 13 });

const OWN = boxAt(0, 0);

const sidesOf = (...args: Parameters<typeof placePins>) =>
  placePins(...args).names.map((name) => name?.side ?? null);

test('LIVE-05 the venue’s name stands above its pin, clear of the viewer who stands there', () => {
  expect(sidesOf([pin(0, 0)], OWN, [])).toEqual(['above']);
});

test('LIVE-09 of two pins close together neither name covers the other pin or its name', () => {
  expect(sidesOf([pin(0, 0), pin(20, 44)], null, [])).toEqual(['above', 'below']);
  expect(sidesOf([pin(0, 0), pin(20, -44)], null, [])).toEqual(['below', 'above']);
  // With the viewer below it.
  expect(sidesOf([pin(-30, -44), pin(0, 0)], OWN, [])).toEqual(['above', 'left']);
});

test('LIVE-05 a name goes where fewer faces are under it, beside its pin only if that spares it more', () => {
  const above = boxAt(0, -60);
  expect(sidesOf([pin(0, 0)], null, [above])).toEqual(['below']);
  expect(sidesOf([pin(0, 0)], OWN, [above])).toEqual(['above']);
  const manyAbove = [above, boxAt(30, -60), boxAt(-30, -60)];
  expect(sidesOf([pin(0, 0)], OWN, manyAbove)).toEqual(['left']);
  expect(sidesOf([pin(0, 0)], OWN, [...manyAbove, boxAt(-60, -25)])).toEqual(['right']);
});

test('LIVE-05 LIVE-09 faces on each side leave no name out, a name of higher priority on each side does', () => {
  const around = [boxAt(0, -60), boxAt(0, 16), boxAt(60, -25), boxAt(-60, -25)];
  expect(sidesOf([pin(0, 0)], null, around)).toEqual(['above']);
  // Three pins in a row, each with its name over the next one's sides.
  const close = [pin(0, 0), pin(6, 0), pin(12, 0), pin(18, 0), pin(24, 0)];
  expect(sidesOf(close, null, []).slice(0, 1)).toEqual(['above']);
  expect(sidesOf(close, null, [])).toContain(null);
});

test('LIVE-09 a name is kept within the part of the map in sight: on the other side, then moved along', () => {
  const view = { left: -30, right: 400, top: -300, bottom: 300 };
  const [name] = placePins([pin(0, 0)], null, [], view).names;
  expect(name!.side).toBe('above');
  const { nameBoxes } = placePins([pin(0, 0)], null, [], view);
  expect(nameBoxes[0]!.left).toBeGreaterThanOrEqual(view.left);
  expect(name!.shiftPx).toBeGreaterThan(0);
  // No room above: below, as it is.
  const low = { left: -300, right: 300, top: -50, bottom: 300 };
  expect(placePins([pin(0, 0)], null, [], low).names).toEqual([{ side: 'below', shiftPx: 0 }]);
  // At the right edge, to the left.
  const east = { left: -300, right: 20, top: -300, bottom: 300 };
  expect(placePins([pin(0, 0)], null, [], east).nameBoxes[0]!.right).toBeLessThanOrEqual(east.right);
  // One whose place is not in sight goes with its place.
  expect(placePins([pin(-100, 0)], null, [], view).names).toEqual([{ side: 'above', shiftPx: 0 }]);
});
