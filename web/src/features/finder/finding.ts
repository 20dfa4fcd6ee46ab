import { accuracyText, type BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import * as texts from '#web/texts/finder.tsx';

/** Coming closer, "around here" begins where the accuracies meet; it ends this much further out, so that it does not flicker. */
const LEAVE_FACTOR = 1.25;

/** Whether no arrow can be right any more: they may be anywhere around. Source: FIND-01. */
export function isAround({ distanceM, combinedM }: BearingAndDistance, before: boolean): boolean {
  return distanceM <= combinedM * (before ? LEAVE_FACTOR : 1);
}

export const aroundText = ({ distanceM, combinedM }: BearingAndDistance): string =>
  texts.lookAround(accuracyText(Math.max(distanceM, combinedM)));

/** The one big number: no finer than a phone knows, no coarser than feet can feel. */
export function bigDistance(metres: number): { value: string; unit: 'm' | 'km' } {
  if (metres < 100) return { value: String(Math.round(metres)), unit: 'm' };
  if (metres < 995) return { value: String(Math.round(metres / 5) * 5), unit: 'm' };
  const km = metres / 1000;
  return { value: km < 9.95 ? km.toFixed(1) : String(Math.round(km)), unit: 'km' };
}

/** Coming closer than each of these is felt once. */
export const NEAR_M = [100, 50, 25] as const;

/** Passed distance steps towards a person; the last one is being around. */
export function stepsPassed(way: BearingAndDistance, around: boolean): number {
  return around ? NEAR_M.length + 1 : NEAR_M.filter((near) => way.distanceM <= near).length;
}
