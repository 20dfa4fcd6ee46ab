import { bearingDeg, distanceM, formatDistance, type Point } from './geodesy.ts';

/** A place and how sure it is. */
export type Spot = Point & {
  /** Radius in metres; 0 for a pin that somebody set. */
  accuracyM: number;
};

/** Where one place lies, seen from another. */
export type BearingAndDistance = {
  distanceM: number;
  /** What both places together may be off by: their sum. A root of squares would be smaller, but it takes the two errors for
   * unrelated. Friends who are close stand between the same walls under the same sky, and their phones err alike or apart
   * with them; and what is said ("within about 20 m") has to hold at worst. */
  combinedM: number;
  /** From true north, clockwise. */
  bearingDeg: number;
};

/** For every screen that shows where one place lies from another. Source: LIVE-06, FIND-01. */
export function bearingAndDistance(from: Spot, to: Spot): BearingAndDistance {
  return {
    distanceM: distanceM(from, to),
    combinedM: from.accuracyM + to.accuracyM,
    bearingDeg: bearingDeg(from, to),
  };
}

/** "15 m", "110 m", "1.2 km": rounded upwards, never surer than the device is. */
export function accuracyText(metres: number): string {
  if (metres < 100) return `${Math.max(Math.ceil(metres / 5) * 5, 5)} m`;
  return formatDistance(metres < 995 ? Math.ceil(metres / 10) * 10 : metres);
}
