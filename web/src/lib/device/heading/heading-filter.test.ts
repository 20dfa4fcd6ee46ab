import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnDeg } from '#web/lib/geo/angles.ts';
import {
  COURSE_STALE_AFTER_MS,
  createHeadingFilter,
  HEADING_STALE_AFTER_MS,
  HEADING_TIME_CONSTANT_MS,
} from './heading-filter.ts';
import type { HeadingReading, HeadingSource } from './reading.ts';

const reading = (headingDeg: number, atMs: number, source: HeadingSource = 'sensor'): HeadingReading => ({
  headingDeg,
  cameraDeg: headingDeg,
  pitchDeg: 0,
  rollDeg: 0,
  source,
  accuracyDeg: null,
  atMs,
});
const anyHeading = fc.double({ min: 0, max: 359.99, noNaN: true });

test('AR-02 across 0/360 the heading goes on, without a jump', () => {
  const filter = createHeadingFilter();
  let last: number | null = null;
  // Ten degrees a second clockwise through north, at 60 Hz.
  for (let step = 0; step <= 360; step += 1) {
    const atMs = step * 16;
    filter.push(reading((330 + (atMs / 1000) * 10) % 360, atMs));
    const { headingDeg } = filter.read(atMs)!;
    if (last !== null) {
      expect(turnDeg(last, headingDeg)).toBeGreaterThanOrEqual(-1e-9);
      expect(turnDeg(last, headingDeg)).toBeLessThan(0.5);
    }
    last = headingDeg;
  }
  // Behind by no more than what it turns in a time constant.
  expect(Math.abs(turnDeg(last!, 27.6))).toBeLessThan(2);
});

test('AR-02 a step stays on the short arc between where the heading stood and what was read', () => {
  fc.assert(
    fc.property(anyHeading, anyHeading, fc.integer({ min: 1, max: 1_000 }), (from, to, afterMs) => {
      const whole = turnDeg(from, to);
      fc.pre(Math.abs(whole) < 179.9);
      const filter = createHeadingFilter();
      filter.push(reading(from, 0));
      filter.push(reading(to, afterMs));
      const part = turnDeg(from, filter.read(afterMs)!.headingDeg);
      expect(Math.abs(part)).toBeLessThanOrEqual(Math.abs(whole) + 1e-6);
      if (Math.abs(part) > 1e-6) expect(Math.sign(part)).toBe(Math.sign(whole));
    }),
  );
});

test('AR-02 a steady reading is reached from anywhere, from the opposite side too', () => {
  fc.assert(
    fc.property(anyHeading, anyHeading, (from, to) => {
      const filter = createHeadingFilter();
      filter.push(reading(from, 0));
      for (let atMs = 16; atMs <= 2_000; atMs += 16) filter.push(reading(to, atMs));
      expect(Math.abs(turnDeg(filter.read(2_000)!.headingDeg, to))).toBeLessThan(0.1);
    }),
  );
});

test('AR-02 how quickly it follows depends on time, not on how often the device speaks', () => {
  const after = (everyMs: number) => {
    const filter = createHeadingFilter();
    filter.push(reading(0, 0));
    for (let atMs = everyMs; atMs <= 160; atMs += everyMs) filter.push(reading(40, atMs));
    return filter.read(160)!.headingDeg;
  };
  expect(Math.abs(after(10) - after(80))).toBeLessThan(0.01);
  expect(after(10)).toBeGreaterThan(40 * (1 - Math.exp(-160 / HEADING_TIME_CONSTANT_MS)) - 2);
});

test('FIND-01 after two seconds without news the heading is lost', () => {
  const filter = createHeadingFilter();
  expect(filter.read(0)).toBeNull();
  filter.push(reading(90, 0));
  expect(filter.read(HEADING_STALE_AFTER_MS)).not.toBeNull();
  expect(filter.read(HEADING_STALE_AFTER_MS + 1)).toBeNull();
  // What comes next counts whole: nobody knows how the device was turned meanwhile.
  filter.push(reading(200, 5_000));
  expect(filter.read(5_000)?.headingDeg).toBeCloseTo(200, 6);
});

test('FIND-01 the most trusted source that speaks is believed, the next one when it falls silent', () => {
  const filter = createHeadingFilter();
  filter.push(reading(10, 0, 'course'));
  filter.push(reading(100, 100, 'absolute_event'));
  expect(filter.read(100)?.headingDeg).toBeCloseTo(100, 6);
  filter.push(reading(200, 200, 'sensor'));
  expect(filter.read(200)).toMatchObject({ source: 'sensor' });
  expect(filter.read(200)?.headingDeg).toBeCloseTo(200, 6);
  filter.push(reading(100, 300, 'absolute_event'));
  filter.push(reading(10, 400, 'course'));
  expect(filter.read(400)?.headingDeg).toBeCloseTo(200, 6);
  filter.push(reading(10, 200 + HEADING_STALE_AFTER_MS + 1, 'course'));
  expect(filter.read(2_201)).toMatchObject({ source: 'course' });
  expect(filter.read(2_201)?.headingDeg).toBeCloseTo(10, 6);
  expect(filter.read(2_201 + COURSE_STALE_AFTER_MS)).not.toBeNull();
  expect(filter.read(2_202 + COURSE_STALE_AFTER_MS)).toBeNull();
});
