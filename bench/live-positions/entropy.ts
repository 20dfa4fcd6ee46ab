import { createWalk } from '@hereabouts/demo/simulator/walk';

const STEPS_PER_DEGREE = 100_000;
const CENTRE = { latitude: 49.1786, longitude: -2.1868 };
const RADIUS_M = 150;
const PEOPLE = 200;
const SECONDS = 300;

/**
 * Bits that the next step of somebody who walks holds at least, on average, when nothing but the steps of the crowd is
 * known: the entropy of the differences, in whole steps of a degree, of one second to the next.
 */
export function bitsOfStep(): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (let person = 0; person < PEOPLE; person += 1) {
    const walk = createWalk(CENTRE, RADIUS_M, Math.random);
    let last: { north: number; east: number } | null = null;
    for (let second = 0; second < SECONDS; second += 1) {
      const fix = walk.step(1);
      if (fix === null) {
        last = null;
        continue;
      }
      const at = {
        north: Math.round(fix.latitude * STEPS_PER_DEGREE),
        east: Math.round(fix.longitude * STEPS_PER_DEGREE),
      };
      if (last !== null) {
        const step = `${at.north - last.north},${at.east - last.east}`;
        counts.set(step, (counts.get(step) ?? 0) + 1);
        total += 1;
      }
      last = at;
    }
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
  return bits;
}
