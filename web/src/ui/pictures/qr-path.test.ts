import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const LINK = 'https://hereabouts.example.org/add/9mZ0pQ7xK2vR4tYcB1nWsA';
const SCALE = 4;

/** Fills the path as a browser would, on white. */
function paint({ path, size }: { path: string; size: number }) {
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const from = (row * width + Number(x) * SCALE) * 4;
      for (let at = from; at < from + Number(length) * SCALE * 4; at++) if (at % 4 !== 3) data[at] = 0;
    }
  }
  return { width, height: width, data };
}

test('NOTE-02 a reader finds the link in the code', () => {
  expect(decodeQR(paint(qrPath(LINK)))).toBe(LINK);
});

test('NOTE-02 the code is still read with a thumb on its middle', () => {
  const image = paint(qrPath(LINK));
  const [from, to] = [image.width * 0.42, image.width * 0.58];
  for (let y = Math.floor(from); y < to; y++) {
    for (let x = Math.floor(from); x < to; x++)
      image.data.fill(255, (y * image.width + x) * 4, (y * image.width + x) * 4 + 4);
  }
  expect(decodeQR(image)).toBe(LINK);
});

test('NOTE-02 four light modules stand around the code, and no module is drawn twice', () => {
  const { path, size } = qrPath(LINK);
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    ([, x, y, width]) => [Number(x), Number(y), Number(width)] as const,
  );
  expect(Math.min(...runs.map(([x]) => x))).toBe(4);
  expect(Math.min(...runs.map(([, y]) => y))).toBe(4);
  expect(Math.max(...runs.map(([x, , width]) => x + width))).toBe(size - 4);
  for (const [at, [x, y]] of runs.entries()) {
    const before = runs[at - 1];
    if (before && before[1] === y) expect(x).toBeGreaterThan(before[0] + before[2]);
  }
});
