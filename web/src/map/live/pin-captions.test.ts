import { expect, test } from 'vitest';
import { placePins } from './pin-captions.ts';

const pin = (x: number, y: number, isNeeded = true) => ({ x, y, name: 'Liberation Square', isNeeded });
const boxAt = (x: number, y: number) => ({ left: x - 13, right: x + 13, top: y - 13, bottom: y + 13 });

const OWN = boxAt(0, 0);

test('LIVE-05 the venue’s name stands above its pin, clear of the viewer who stands there', () => {
  expect(placePins([pin(0, 0)], OWN, []).sides).toEqual(['above']);
});

test('LIVE-09 of two pins close together neither name covers the other pin or its name', () => {
  expect(placePins([pin(0, 0), pin(20, 44)], null, []).sides).toEqual(['above', 'below']);
  expect(placePins([pin(0, 0), pin(20, -44)], null, []).sides).toEqual(['below', 'above']);
  // With the viewer below it.
  expect(placePins([pin(-30, -44), pin(0, 0)], OWN, []).sides).toEqual(['above', 'left']);
});

test('LIVE-05 a name goes where fewer faces are under it, beside its pin only if that spares it more', () => {
  const above = boxAt(0, -60);
  expect(placePins([pin(0, 0)], null, [above]).sides).toEqual(['below']);
  expect(placePins([pin(0, 0)], OWN, [above]).sides).toEqual(['above']);
  const manyAbove = [above, boxAt(30, -60), boxAt(-30, -60)];
  expect(placePins([pin(0, 0)], OWN, manyAbove).sides).toEqual(['left']);
  expect(placePins([pin(0, 0)], OWN, [...manyAbove, boxAt(-60, -25)]).sides).toEqual(['right']);
});

test('LIVE-05 the venue’s name is left out where it would cover something on each side, the meeting point’s is not', () => {
  const around = [boxAt(0, -60), boxAt(0, 16), boxAt(60, -25), boxAt(-60, -25)];
  expect(placePins([pin(0, 0, false)], null, around).sides).toEqual([null]);
  expect(placePins([pin(0, 0)], null, around).sides).toEqual(['above']);
  expect(placePins([pin(0, 0, false)], null, around.slice(1)).sides).toEqual(['above']);
});
