import { normalDeg, toDegrees, toRadians } from '../angles.ts';
import type { Facing } from './attitude.ts';
import { HEADING_SOURCES, type HeadingReading, type HeadingSource } from './reading.ts';

/** After this long a turn has been followed to two thirds: quiet in a shaking hand, and no lag to be felt. */
export const HEADING_TIME_CONSTANT_MS = 150;
/** Without news for so long nobody knows where the device points. */
export const HEADING_STALE_AFTER_MS = 2_000;
/** Positions come about once a second, and not each with a course. */
export const COURSE_STALE_AFTER_MS = 4_000;

export type Heading = Facing & { readonly source: HeadingSource; readonly accuracyDeg: number | null };

/**
 * Smooths headings and keeps to the most trusted source there is. Sine and cosine are smoothed, not degrees, so that 359°
 * and 1° are two degrees apart: each step stays on the short arc between where the heading stood and what was read.
 */
export type HeadingFilter = {
  push(reading: HeadingReading): void;
  /** Null before the first reading and after too long without one. */
  read(nowMs: number): Heading | null;
};

type State = {
  sin: number;
  cos: number;
  pitch: number;
  source: HeadingSource;
  accuracyDeg: number | null;
  atMs: number;
};

const trust = (source: HeadingSource) => HEADING_SOURCES.indexOf(source);
const staleAfterMs = (source: HeadingSource) =>
  source === 'course' ? COURSE_STALE_AFTER_MS : HEADING_STALE_AFTER_MS;

export function createHeadingFilter(timeConstantMs: number = HEADING_TIME_CONSTANT_MS): HeadingFilter {
  let state: State | null = null;
  const isStale = ({ source, atMs }: State, nowMs: number) => nowMs - atMs > staleAfterMs(source);

  return {
    push(reading) {
      const { headingDeg, pitchDeg, source, accuracyDeg, atMs } = reading;
      const [sin, cos] = [Math.sin(toRadians(headingDeg)), Math.cos(toRadians(headingDeg))];
      const before = state && !isStale(state, atMs) ? state : null;
      if (before && trust(source) > trust(before.source)) return;
      // Two sources differ by more than noise: the better one is right at once.
      if (before?.source !== source) {
        state = { sin, cos, pitch: pitchDeg, source, accuracyDeg, atMs };
        return;
      }
      const weight = 1 - Math.exp(-Math.max(0, atMs - before.atMs) / timeConstantMs);
      state = {
        sin: before.sin + weight * (sin - before.sin),
        cos: before.cos + weight * (cos - before.cos),
        pitch: before.pitch + weight * (pitchDeg - before.pitch),
        source,
        accuracyDeg,
        atMs,
      };
    },

    read(nowMs) {
      if (!state || isStale(state, nowMs)) return null;
      const { sin, cos, pitch, source, accuracyDeg } = state;
      return { headingDeg: normalDeg(toDegrees(Math.atan2(sin, cos))), pitchDeg: pitch, source, accuracyDeg };
    },
  };
}
