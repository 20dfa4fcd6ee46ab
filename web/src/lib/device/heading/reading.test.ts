import { expect, test } from 'vitest';
import { readingOfEvent, readingOfMovement, readingOfSensor } from './reading.ts';

/** As Android phones give them: turning through north, held at a slant, not quite level. */
const ANDROID_EVENTS = [
  { absolute: true, alpha: 12.4, beta: 42.1, gamma: -1.2 },
  { absolute: true, alpha: 5.9, beta: 42.4, gamma: -0.9 },
  { absolute: true, alpha: 0.3, beta: 41.8, gamma: -0.4 },
  { absolute: true, alpha: 354.8, beta: 41.9, gamma: 0.2 },
  { absolute: true, alpha: 349.1, beta: 42.3, gamma: 0.8 },
];
/** As iPhones give them: `alpha` counts from wherever the page was opened, the compass from north. */
const IOS_EVENTS = [
  {
    absolute: false,
    alpha: 211.2,
    beta: 38.6,
    gamma: 2.1,
    webkitCompassHeading: 87.5,
    webkitCompassAccuracy: 12,
  },
  {
    absolute: false,
    alpha: 209.8,
    beta: 38.7,
    gamma: 1.6,
    webkitCompassHeading: 88.9,
    webkitCompassAccuracy: 12,
  },
  {
    absolute: false,
    alpha: 206.1,
    beta: 39.2,
    gamma: 0.3,
    webkitCompassHeading: 92.6,
    webkitCompassAccuracy: 10,
  },
];

test('FIND-01 Android: absolute events become headings, across north', () => {
  const headings = ANDROID_EVENTS.map((event) => readingOfEvent(event, 0, 0)?.headingDeg ?? NaN);
  [347.6, 354.1, 359.7, 5.2, 10.9].forEach((heading, index) => {
    expect(Math.abs((((headings[index] ?? NaN) - heading + 540) % 360) - 180)).toBeLessThan(1.5);
  });
  expect(readingOfEvent(ANDROID_EVENTS[0]!, 0, 0)?.source).toBe('absolute_event');
});

test("FIND-01 iOS: Safari's compass counts, not its alpha", () => {
  const readings = IOS_EVENTS.map((event, index) => readingOfEvent(event, 0, index * 16));
  readings.forEach((reading, index) => {
    expect(reading?.source).toBe('ios_compass');
    expect(Math.abs((reading?.headingDeg ?? NaN) - IOS_EVENTS[index]!.webkitCompassHeading)).toBeLessThan(2);
    expect(reading?.accuracyDeg).toBe(IOS_EVENTS[index]!.webkitCompassAccuracy);
  });
});

test('FIND-01 iOS in landscape: the turned picture is reckoned with', () => {
  const event = { ...IOS_EVENTS[0]!, beta: 0, gamma: 0, webkitCompassHeading: 270 };
  expect(readingOfEvent(event, 90, 0)?.headingDeg).toBeCloseTo(0, 6);
  expect(readingOfEvent(event, 270, 0)?.headingDeg).toBeCloseTo(180, 6);
});

test('FIND-01 a compass that is not calibrated, or far off, is none', () => {
  const [event] = IOS_EVENTS;
  for (const webkitCompassAccuracy of [-1, 51, 180]) {
    expect(readingOfEvent({ ...event!, webkitCompassAccuracy }, 0, 0)).toBeNull();
  }
});

test('FIND-01 a relative heading is never taken for one', () => {
  expect(readingOfEvent({ absolute: false, alpha: 120, beta: 40, gamma: 0 }, 0, 0)).toBeNull();
});

test('FIND-01 an empty event means a device without a compass', () => {
  expect(readingOfEvent({ absolute: true, alpha: null, beta: null, gamma: null }, 0, 0)).toBeNull();
  expect(readingOfEvent({ absolute: true, alpha: null, beta: 1, gamma: 1 }, 0, 0)).toBeNull();
});

test('FIND-01 the sensor speaks in quaternions', () => {
  const half = Math.SQRT1_2;
  // Turned a quarter anticlockwise: the top looks west.
  expect(readingOfSensor([0, 0, half, half], 0, 5)).toMatchObject({ source: 'sensor', atMs: 5 });
  expect(readingOfSensor([0, 0, half, half], 0, 0)?.headingDeg).toBeCloseTo(270, 6);
  expect(readingOfSensor([0, 0, 0, 1], 0, 0)?.headingDeg).toBeCloseTo(0, 6);
  expect(readingOfSensor(null, 0, 0)).toBeNull();
  expect(readingOfSensor([0, 0, 0, 0], 0, 0)).toBeNull();
});

test('FIND-01 the course is a heading only while walking', () => {
  expect(readingOfMovement({ heading: 210, speed: 1.4 }, 9)).toMatchObject({
    headingDeg: 210,
    source: 'course',
  });
  expect(readingOfMovement({ heading: 360, speed: 0.8 }, 9)?.headingDeg).toBe(0);
  expect(readingOfMovement({ heading: 210, speed: 0.79 }, 9)).toBeNull();
  expect(readingOfMovement({ heading: NaN, speed: 0 }, 9)).toBeNull();
  expect(readingOfMovement({ heading: null, speed: 2 }, 9)).toBeNull();
  expect(readingOfMovement({ heading: 210, speed: null }, 9)).toBeNull();
});
