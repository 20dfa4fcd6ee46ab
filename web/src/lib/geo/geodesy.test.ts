import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearingDeg, compassWord, destination, distanceM, formatDistance, type Point } from './geodesy.ts';

const LIBERATION_SQUARE: Point = { latitude: 49.1838, longitude: -2.1095 };

/** Anywhere but the last half degree before a pole, where a longitude says nothing. */
const anyPoint = fc.record({
  latitude: fc.double({ min: -89.5, max: 89.5, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const inJersey = fc.record({
  latitude: fc.double({ min: 49.16, max: 49.27, noNaN: true }),
  longitude: fc.double({ min: -2.26, max: -2.0, noNaN: true }),
});
const anyBearing = fc.double({ min: 0, max: 359.999, noNaN: true });

test('AR-02 distances in Jersey are within 0.1 % of the WGS84 geodesic, in every direction', () => {
  fc.assert(
    fc.property(inJersey, inJersey, (from, to) => {
      const reference = vincenty(from, to);
      fc.pre(reference.distance > 1);
      expect(Math.abs(distanceM(from, to) / reference.distance - 1)).toBeLessThan(0.001);
    }),
    { numRuns: 1000 },
  );
});

test('AR-02 bearings in Jersey are within 0.01° of the WGS84 geodesic', () => {
  fc.assert(
    fc.property(inJersey, inJersey, (from, to) => {
      const reference = vincenty(from, to);
      fc.pre(reference.distance > 1);
      expect(turnBetween(bearingDeg(from, to), reference.bearing)).toBeLessThan(0.01);
    }),
    { numRuns: 1000 },
  );
});

test('AR-02 a few metres in a crowd are as exact as kilometres', () => {
  fc.assert(
    fc.property(
      inJersey,
      anyBearing,
      fc.double({ min: 0.5, max: 50, noNaN: true }),
      (from, bearing, metres) => {
        const to = destination(from, bearing, metres);
        const reference = vincenty(from, to);
        expect(Math.abs(reference.distance - metres)).toBeLessThan(0.001 * metres);
        expect(Math.abs(distanceM(from, to) - metres)).toBeLessThan(0.001 * metres);
        expect(turnBetween(bearingDeg(from, to), bearing)).toBeLessThan(0.02);
      },
    ),
  );
});

test('AR-02 anywhere on the globe the great circle is within 0.1 % of the geodesic', () => {
  fc.assert(
    fc.property(
      anyPoint,
      anyBearing,
      fc.double({ min: 1, max: 15_000_000, noNaN: true }),
      (from, bearing, metres) => {
        const to = destination(from, bearing, metres);
        expect(Math.abs(distanceM(from, to) / metres - 1)).toBeLessThan(0.001);
        expect(Math.abs(vincenty(from, to).distance / metres - 1)).toBeLessThan(0.001);
      },
    ),
  );
});

test('AR-02 known places: Jersey to London, Paris and New York, and over the date line', () => {
  const london = { latitude: 51.5074, longitude: -0.1278 };
  const newYork = { latitude: 40.7128, longitude: -74.006 };
  for (const to of [london, { latitude: 48.8566, longitude: 2.3522 }, newYork]) {
    const reference = vincenty(LIBERATION_SQUARE, to);
    expect(Math.abs(distanceM(LIBERATION_SQUARE, to) / reference.distance - 1)).toBeLessThan(0.0001);
    expect(turnBetween(bearingDeg(LIBERATION_SQUARE, to), reference.bearing)).toBeLessThan(0.01);
  }
  // The shortest way to New York sets out north of west although the city lies further south.
  expect(bearingDeg(LIBERATION_SQUARE, newYork)).toBeGreaterThan(270);
  const fiji = { latitude: -17, longitude: 179.9 };
  const east = { latitude: -17, longitude: -179.9 };
  expect(distanceM(fiji, east)).toBeCloseTo(vincenty(fiji, east).distance, 0);
  expect(Math.round(bearingDeg(fiji, east))).toBe(90);
  expect(destination(fiji, 90, 30_000).longitude).toBeLessThan(-179);
});

test('AR-02 the reference itself gives the published length of Flinders Peak to Buninyong', () => {
  const flindersPeak = {
    latitude: -(37 + 57 / 60 + 3.7203 / 3600),
    longitude: 144 + 25 / 60 + 29.5244 / 3600,
  };
  const buninyong = { latitude: -(37 + 39 / 60 + 10.1561 / 3600), longitude: 143 + 55 / 60 + 35.3839 / 3600 };
  expect(vincenty(flindersPeak, buninyong).distance).toBeCloseTo(54_972.271, 1);
});

test('AR-02 one and the same point is no way apart, and opposite ends of the earth are a number', () => {
  expect(distanceM(LIBERATION_SQUARE, LIBERATION_SQUARE)).toBe(0);
  expect(bearingDeg(LIBERATION_SQUARE, LIBERATION_SQUARE)).toBe(0);
  expect(destination(LIBERATION_SQUARE, 70, 0).latitude).toBeCloseTo(LIBERATION_SQUARE.latitude, 12);
  const far = distanceM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 });
  expect(far).toBeGreaterThan(19_900_000);
  expect(far).toBeLessThan(20_100_000);
});

test('AR-02 a bearing is never 360 or more, and there and back are as far', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, (from, to) => {
      const bearing = bearingDeg(from, to);
      expect(bearing).toBeGreaterThanOrEqual(0);
      expect(bearing).toBeLessThan(360);
      expect(Math.abs(distanceM(from, to) - distanceM(to, from))).toBeLessThan(1);
    }),
  );
});

test.each([
  [0, 'under 10 m'],
  [9.99, 'under 10 m'],
  [10, '10 m'],
  [44, '40 m'],
  [351, '350 m'],
  [994, '990 m'],
  [995, '1 km'],
  [1_234, '1.2 km'],
  [9_949, '9.9 km'],
  [9_951, '10 km'],
  [25_400, '25 km'],
  [1_234_567, '1,235 km'],
])('LIVE-06 %d metres read "%s"', (metres, text) => {
  expect(formatDistance(metres)).toBe(text);
});

test('LIVE-06 a direction is the nearest of eight words', () => {
  expect([0, 22, 23, 90, 180, 337, 338, 359.9, -90, 405].map(compassWord)).toEqual([
    'north',
    'north',
    'north-east',
    'east',
    'south',
    'north-west',
    'north',
    'north',
    'west',
    'north-east',
  ]);
});

function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

/** Vincenty's inverse solution iterated to the end: the reference, written apart from the code under test. */
function vincenty(from: Point, to: Point): { distance: number; bearing: number } {
  const [a, f] = [6378137, 1 / 298.257223563];
  const b = a * (1 - f);
  const rad = Math.PI / 180;
  const L = (to.longitude - from.longitude) * rad;
  const u1 = Math.atan((1 - f) * Math.tan(from.latitude * rad));
  const u2 = Math.atan((1 - f) * Math.tan(to.latitude * rad));
  let lambda = L;
  for (let round = 0; round < 1000; round += 1) {
    const x = Math.cos(u2) * Math.sin(lambda);
    const y = Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * Math.cos(lambda);
    const sinSigma = Math.sqrt(x * x + y * y);
    if (sinSigma === 0) return { distance: 0, bearing: 0 };
    const cosSigma = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (Math.cos(u1) * Math.cos(u2) * Math.sin(lambda)) / sinSigma;
    const cos2Alpha = 1 - sinAlpha * sinAlpha;
    const cos2M = cos2Alpha === 0 ? 0 : cosSigma - (2 * Math.sin(u1) * Math.sin(u2)) / cos2Alpha;
    const C = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha));
    const inner = cos2M + C * cosSigma * (2 * cos2M * cos2M - 1);
    const next = L + (1 - C) * f * sinAlpha * (sigma + C * sinSigma * inner);
    const done = Math.abs(next - lambda) < 1e-13;
    lambda = next;
    if (!done) continue;
    const uu = (cos2Alpha * (a * a - b * b)) / (b * b);
    const A = 1 + (uu / 16384) * (4096 + uu * (-768 + uu * (320 - 175 * uu)));
    const B = (uu / 1024) * (256 + uu * (-128 + uu * (74 - 47 * uu)));
    const tail = (B / 6) * cos2M * (4 * sinSigma * sinSigma - 3) * (4 * cos2M * cos2M - 3);
    const sway = B * sinSigma * (cos2M + (B / 4) * (cosSigma * (2 * cos2M * cos2M - 1) - tail));
    return { distance: b * A * (sigma - sway), bearing: Math.atan2(x, y) / rad };
  }
  throw new Error('the reference did not settle');
}
