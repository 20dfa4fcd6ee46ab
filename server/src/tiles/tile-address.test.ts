import { expect, test } from 'vitest';
import { parseTileAddress, tileUrl } from './tile-address.ts';

test('HOME-17 a tile address is read with and without .png', () => {
  expect(parseTileAddress('13', '4047', '2811')).toEqual({ z: 13, x: 4047, y: 2811 });
  expect(parseTileAddress('0', '0', '0.png')).toEqual({ z: 0, x: 0, y: 0 });
  expect(parseTileAddress('19', '524287', '524287.png')).toEqual({ z: 19, x: 524287, y: 524287 });
});

test.each([
  ['20', '0', '0'],
  ['1', '2', '0'],
  ['1', '0', '2'],
  ['-1', '0', '0'],
  ['1', '-1', '0'],
  ['1', '01', '0'],
  ['1', '1e0', '0'],
  ['1', '0x1', '0'],
  ['1', '', '0'],
  ['1', '0.5', '0'],
  ['1', '0', '0.jpg'],
  ['1', '0', '0.png.png'],
  ['9999999999', '0', '0'],
])('HOME-17 %s/%s/%s is no tile', (z, x, y) => {
  expect(parseTileAddress(z, x, y)).toBeNull();
});

test('HOME-17 the address fills the template of the tile service', () => {
  expect(tileUrl('https://{s}.tile.test/{z}/{x}/{y}.png?a={z}', { z: 3, x: 4, y: 1 })).toBe(
    'https://c.tile.test/3/4/1.png?a=3',
  );
});
