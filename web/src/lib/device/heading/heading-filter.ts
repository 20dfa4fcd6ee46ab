import { normalDeg, toDegrees, toRadians } from '#web/lib/geo/angles.ts';
import type { Facing } from './attitude.ts';
import { HEADING_SOURCES, type HeadingReading, type HeadingSource } from './reading.ts';

/** The time to follow a turn by two thirds: quiet in a shaking hand, without a lag. */
export const HEADING_TIME_CONSTANT_MS = 150;
/** Without readings for so long the heading is unknown. */
export const HEADING_STALE_AFTER_MS = 2_000;
/** Positions come about once a second, and not each with a course. */
export const COURSE_STALE_AFTER_MS = 4_000;

export type Heading = Facing & { readonly source: HeadingSource; readonly accuracyDeg: number | null };

/** Uses the most trusted source that is current. Smooths sine and cosine, so that 359° and 1° are two degrees apart and each step
 * takes the short arc. */
export type HeadingFilter = {
  push(reading: HeadingReading): void;
  /** Null before the first reading and after too long without one. */
  read(nowMs: number): Heading | null;
};

/** Each angle as a point in or on the unit circle. */
type Middles = Record<keyof Facing, { sin: number; cos: number }>;
type State = { middles: Middles; source: HeadingSource; accuracyDeg: number | null; atMs: number };

const ANGLES = ['headingDeg', 'cameraDeg', 'pitchDeg', 'rollDeg'] as const satisfies (keyof Facing)[];

const everyAngle = <T>(of: (angle: keyof Facing) => T) =>
  Object.fromEntries(ANGLES.map((angle) => [angle, of(angle)])) as Record<keyof Facing, T>;

const trust = (source: HeadingSource) => HEADING_SOURCES.indexOf(source);
const staleAfterMs = (source: HeadingSource) =>
  source === 'course' ? COURSE_STALE_AFTER_MS : HEADING_STALE_AFTER_MS;

export function createHeadingFilter(timeConstantMs: number = HEADING_TIME_CONSTANT_MS): HeadingFilter {
  let state: State | null = null;
  const isStale = ({ source, atMs }: State, nowMs: number) => nowMs - atMs > staleAfterMs(source);

  return {
    push(reading) {
      const { source, accuracyDeg, atMs } = reading;
      const read = everyAngle((angle) => ({
        sin: Math.sin(toRadians(reading[angle])),
        cos: Math.cos(toRadians(reading[angle])),
      }));
      const before = state && !isStale(state, atMs) ? state : null;
      if (before && trust(source) > trust(before.source)) return;
      // Two sources differ by more than noise: the better one is right at once.
      const old = before?.source === source ? before : null;
      const weight = old ? 1 - Math.exp(-Math.max(0, atMs - old.atMs) / timeConstantMs) : 1;
      const middles = everyAngle((angle) => {
        const { sin, cos } = old?.middles[angle] ?? read[angle];
        return { sin: sin + weight * (read[angle].sin - sin), cos: cos + weight * (read[angle].cos - cos) };
      });
      state = { middles, source, accuracyDeg, atMs };
    },

    read(nowMs) {
      if (!state || isStale(state, nowMs)) return null;
      const { middles, source, accuracyDeg } = state;
      const angles = everyAngle((angle) => toDegrees(Math.atan2(middles[angle].sin, middles[angle].cos)));
      const [headingDeg, cameraDeg] = [normalDeg(angles.headingDeg), normalDeg(angles.cameraDeg)];
      return { ...angles, headingDeg, cameraDeg, source, accuracyDeg };
    },
  };
}
