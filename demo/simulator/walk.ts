import type { Position } from '@hereabouts/contract/live';

/** A number from 0 up to 1, as Math.random gives it. */
export type Random = () => number;
export type Place = { latitude: number; longitude: number };

export const WALKING_MPS = { min: 0.8, max: 1.7 } as const;
const PAUSE_S = { min: 4, max: 45 } as const;
const SILENCE_S = { min: 15, max: 80 } as const;
/** How often a phone falls silent on average, in seconds: indoors, in a pocket, out of coverage. */
const SILENT_EVERY_S = 240;
const ACCURACY_M = { min: 4, max: 22 } as const;
/** A phone's error drifts rather than jumps: so much of it is still there a second later. */
const ERROR_KEPT_PER_S = 0.93;
const METRES_PER_DEGREE = 111_195;

export type Walk = {
  /** Where the person really is. */
  readonly place: Place;
  readonly isWalking: boolean;
  /** Lets time pass and says what the phone makes of it; null while it is silent. */
  step(seconds: number): Position | null;
};

/** Somebody at an event: walks to and fro inside a circle, stops to talk, and now and then their phone is silent. The phone
 * is off by about as much as it says. */
export function createWalk(centre: Place, radiusM: number, random: Random): Walk {
  const between = ({ min, max }: { min: number; max: number }) => min + random() * (max - min);
  // Metres east and north of the centre; all points of the circle are alike.
  const somewhere = () => {
    const [distance, angle] = [radiusM * Math.sqrt(random()), random() * 2 * Math.PI];
    return { east: distance * Math.cos(angle), north: distance * Math.sin(angle) };
  };
  const speedMps = between(WALKING_MPS);
  let at = somewhere();
  let goal = somewhere();
  let pauseS = 0;
  let silentS = 0;
  let accuracyM = between(ACCURACY_M);
  const error = { east: 0, north: 0 };

  const placeOf = ({ east, north }: { east: number; north: number }): Place => ({
    latitude: centre.latitude + north / METRES_PER_DEGREE,
    longitude: centre.longitude + east / (METRES_PER_DEGREE * Math.cos((centre.latitude * Math.PI) / 180)),
  });
  const move = (seconds: number) => {
    const pausing = Math.min(pauseS, seconds);
    pauseS -= pausing;
    const [east, north] = [goal.east - at.east, goal.north - at.north];
    const left = Math.hypot(east, north);
    const covered = speedMps * (seconds - pausing);
    if (covered < left) {
      at = { east: at.east + (east * covered) / left, north: at.north + (north * covered) / left };
      return;
    }
    at = goal;
    goal = somewhere();
    pauseS = between(PAUSE_S);
  };
  const drift = (seconds: number) => {
    const kept = ERROR_KEPT_PER_S ** seconds;
    // Two thirds of all fixes lie within the accuracy: that is 1.5 sigma of an error in two directions.
    const fresh = (accuracyM / 1.5) * Math.sqrt(1 - kept ** 2);
    error.east = error.east * kept + fresh * normal(random);
    error.north = error.north * kept + fresh * normal(random);
    const wandered = accuracyM * (1 + 0.05 * normal(random) * Math.sqrt(seconds));
    accuracyM = Math.min(ACCURACY_M.max, Math.max(ACCURACY_M.min, wandered));
  };

  return {
    get place() {
      return placeOf(at);
    },
    get isWalking() {
      return pauseS === 0;
    },
    step(seconds) {
      move(seconds);
      drift(seconds);
      if (silentS > 0) silentS -= seconds;
      else if (random() < seconds / SILENT_EVERY_S) silentS = between(SILENCE_S);
      if (silentS > 0) return null;
      const seen = placeOf({ east: at.east + error.east, north: at.north + error.north });
      return { ...seen, accuracy: Math.round(accuracyM * 10) / 10, age_ms: Math.round(random() * 400) };
    },
  };
}

/** Normally distributed with a spread of 1 (Box-Muller). */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
