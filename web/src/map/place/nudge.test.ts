import { expect, test } from 'vitest';
import { nudge, wrap } from './nudge.ts';

const ST_HELIER = { latitude: 49.1833, longitude: -2.1 };
/** Metres a pixel stands for at zoom 13 there. */
const METRES_PER_PX = 12.49;
const METRES_PER_DEGREE = 111_320;

test('EVF-04 the arrow keys move the point by four pixels, with Shift by forty', () => {
  const up = nudge(ST_HELIER, 'ArrowUp', false, 13);
  const down = nudge(ST_HELIER, 'ArrowDown', true, 13);
  expect(((up?.latitude ?? 0) - ST_HELIER.latitude) * METRES_PER_DEGREE).toBeCloseTo(4 * METRES_PER_PX, 0);
  expect((ST_HELIER.latitude - (down?.latitude ?? 0)) * METRES_PER_DEGREE).toBeCloseTo(
    40 * METRES_PER_PX,
    -1,
  );
  expect(up?.longitude).toBeCloseTo(ST_HELIER.longitude, 9);
  expect(nudge(ST_HELIER, 'ArrowLeft', false, 13)?.longitude).toBeLessThan(ST_HELIER.longitude);
  expect(nudge(ST_HELIER, 'ArrowRight', false, 13)?.longitude).toBeGreaterThan(ST_HELIER.longitude);
});

test('EVF-04 the steps are finer the nearer one looks', () => {
  const step = (zoom: number) => (nudge(ST_HELIER, 'ArrowRight', false, zoom)?.longitude ?? 0) + 2.1;
  expect(step(13) / step(19)).toBeCloseTo(64, 3);
});

test('EVF-04 other keys do not move it', () => {
  expect(nudge(ST_HELIER, 'Enter', false, 13)).toBeNull();
  expect(nudge(ST_HELIER, 'a', true, 13)).toBeNull();
});

test('EVF-04 a longitude stays on the globe', () => {
  expect(wrap(181)).toBeCloseTo(-179, 9);
  expect(wrap(-541)).toBeCloseTo(179, 9);
  expect(wrap(-2.1)).toBe(-2.1);
});
