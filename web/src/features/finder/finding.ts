import { bearingDeg, distanceM, type Point } from '#web/lib/geo.ts';

/** A place with how sure it is. */
export type Spot = Point & {
  /** Radius in metres; 0 for a pin that somebody set. */
  accuracyM: number;
};

export type Way = {
  distanceM: number;
  /** From true north, clockwise. */
  bearingDeg: number;
  /** What both places may be off by, together. */
  combinedM: number;
};

/** The way from the one to the other. */
export function wayBetween(own: Spot, theirs: Spot): Way {
  return {
    distanceM: distanceM(own, theirs),
    bearingDeg: bearingDeg(own, theirs),
    combinedM: own.accuracyM + theirs.accuracyM,
  };
}

/** Coming closer, "around here" begins where the accuracies meet; it ends this much further out, so that it does not flicker. */
const LEAVE_FACTOR = 1.25;

/** Whether no arrow can be right any more: they may be anywhere around. Source: FIND-01. */
export function isAround({ distanceM, combinedM }: Way, before: boolean): boolean {
  return distanceM <= combinedM * (before ? LEAVE_FACTOR : 1);
}

/** Exact text (FIND-01). In steps of 5 m, and of 10 m from 50 m. */
export function aroundText({ distanceM, combinedM }: Way): string {
  const metres = Math.max(distanceM, combinedM);
  const step = metres < 50 ? 5 : 10;
  return `Within about ${Math.max(step, Math.ceil(metres / step) * step)} m. Look around.`;
}

/** The one big number: no finer than a phone knows, no coarser than feet can feel. */
export function bigDistance(metres: number): { value: string; unit: 'm' | 'km' } {
  if (metres < 100) return { value: String(Math.round(metres)), unit: 'm' };
  if (metres < 995) return { value: String(Math.round(metres / 5) * 5), unit: 'm' };
  const km = metres / 1000;
  return { value: km < 9.95 ? km.toFixed(1) : String(Math.round(km)), unit: 'km' };
}

export function accuracyText(metres: number): string {
  return metres < 995 ? `± ${Math.max(1, Math.round(metres))} m` : `± ${(metres / 1000).toFixed(1)} km`;
}

/** Coming closer than each of these is felt once. */
export const NEAR_M = [100, 50, 25] as const;

/** How many of the steps towards somebody have been passed; the last one is being around. */
export function stepsPassed(way: Way, around: boolean): number {
  return around ? NEAR_M.length + 1 : NEAR_M.filter((near) => way.distanceM <= near).length;
}
