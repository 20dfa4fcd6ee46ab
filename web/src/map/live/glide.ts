import type { Point } from '#web/lib/geo/geodesy.ts';

/** Shorter than the second between two frames, so that nobody lags behind where they are known to be. */
export const GLIDE_MS = 900;
/** A device that needs as long for a frame has no motion to show, and less to do without. */
const SLOW_FRAME_MS = 100;
/** Further than anybody gets between two fixes: a first good fix after a rough one, or news after a long silence. */
const JUMP_FROM_DEGREES = 0.003;

/** `part` from 0 to 1, eased at both ends. */
export function between(from: Point, to: Point, part: number): Point {
  const t = Math.min(Math.max(part, 0), 1);
  const eased = t * t * (3 - 2 * t);
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * eased,
    longitude: from.longitude + (to.longitude - from.longitude) * eased,
  };
}

/** Whether a person can have walked this way since the last fix. */
export const isWalkable = (from: Point, to: Point): boolean =>
  Math.abs(from.latitude - to.latitude) < JUMP_FROM_DEGREES &&
  Math.abs(from.longitude - to.longitude) < JUMP_FROM_DEGREES;

/** How far a glide has come, from 0 to 1. A frame that took too long ends it. */
export const partOf = (sinceStartMs: number, sinceFrameMs: number): number =>
  sinceFrameMs > SLOW_FRAME_MS ? 1 : Math.min(1, sinceStartMs / GLIDE_MS);
