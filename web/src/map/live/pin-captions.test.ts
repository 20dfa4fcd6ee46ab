import { expect, test } from 'vitest';
import { placePins } from './pin-captions.ts';

const pin = (x: number, y: number, name = 'Liberation Square') => ({ x, y, name });
const boxAt = (x: number, y: number) => ({ left: x - 13, right: x + 13, top: y - 13, bottom: y + 13 });

test('LIVE-05 the venue’s name stands above its pin, clear of the viewer who stands there', () => {
  expect(placePins([pin(0, 0)], [boxAt(0, 0)]).sides).toEqual(['above']);
});

test('LIVE-09 of two pins close together neither name covers the other pin or its name', () => {
  expect(placePins([pin(0, 0), pin(20, 44)], []).sides).toEqual(['above', 'below']);
  expect(placePins([pin(0, 0), pin(20, -44)], []).sides).toEqual(['below', 'above']);
});

test('LIVE-05 a name goes where fewer faces are under it', () => {
  expect(placePins([pin(0, 0)], [boxAt(0, -60)]).sides).toEqual(['below']);
  const viewer = boxAt(0, 0);
  expect(placePins([pin(0, 0)], [boxAt(0, -60), viewer]).sides).toEqual(['right']);
  expect(placePins([pin(0, 0)], [boxAt(0, -60), viewer, boxAt(60, -25)]).sides).toEqual(['left']);
  const around = [boxAt(0, -60), viewer, boxAt(-20, 15), boxAt(60, -25), boxAt(50, -25), boxAt(-60, -25)];
  expect(placePins([pin(0, 0)], around).sides).toEqual(['above']);
});
