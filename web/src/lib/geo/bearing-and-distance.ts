import { bearingDeg, distanceM, formatDistance, type Point } from './geodesy.ts';

export type Spot = Point & {
  /** Radius in metres; 0 for a pin. */
  accuracyM: number;
};

export type BearingAndDistance = {
  distanceM: number;
  /** The sum of both accuracies. The root of squares assumes independent errors; friends between the same walls have
   * correlated ones, and "within about 20 m" has to hold in the worst case. */
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
