import { facingOf, rotationOfAngles, rotationOfQuaternion, type Facing } from './attitude.ts';

/** Sources of a heading, most trusted first. */
export const HEADING_SOURCES = ['sensor', 'absolute_event', 'ios_compass', 'course'] as const;
export type HeadingSource = (typeof HEADING_SOURCES)[number];

/** One absolute heading. Android gives true or magnetic north, iOS magnetic. Around Jersey they differ by about 1°, a tenth of
 * a phone compass's error, so nothing is corrected. */
export type HeadingReading = Facing & {
  readonly source: HeadingSource;
  /** Degrees either way; null if unknown. */
  readonly accuracyDeg: number | null;
  readonly atMs: number;
};

/** A less accurate compass is not used. */
export const COMPASS_ACCURACY_MAX_DEG = 50;
/** Slower than this the direction of movement is chance. */
export const WALKING_MIN_MPS = 0.8;

/** From `AbsoluteOrientationSensor`; null before its first values. */
export function readingOfSensor(
  quaternion: readonly number[] | null | undefined,
  screenAngle: number,
  atMs: number,
): HeadingReading | null {
  const [x, y, z, w] = quaternion ?? [];
  if (x === undefined || y === undefined || z === undefined || w === undefined) return null;
  // Before the sensor has settled some devices give nothing but zeros.
  if (Math.abs(Math.hypot(x, y, z, w) - 1) > 0.1) return null;
  const facing = facingOf(rotationOfQuaternion([x, y, z, w]), screenAngle);
  return facing && { ...facing, source: 'sensor', accuracyDeg: null, atMs };
}

export type OrientationAngles = {
  absolute: boolean;
  alpha: number | null;
  beta: number | null;
  gamma: number | null;
  webkitCompassHeading?: number;
  webkitCompassAccuracy?: number;
};

/** Null for a relative event, which is no compass. `deviceorientation` may be absolute or carry Safari's compass. */
export function readingOfEvent(
  event: OrientationAngles,
  screenAngle: number,
  atMs: number,
): HeadingReading | null {
  const { alpha, beta, gamma, webkitCompassHeading: compass, webkitCompassAccuracy: accuracy } = event;
  if (beta === null || gamma === null) return null;
  if (typeof compass === 'number') {
    // Negative: not calibrated.
    if (typeof accuracy !== 'number' || accuracy < 0 || accuracy > COMPASS_ACCURACY_MAX_DEG) return null;
    const facing = facingOf(rotationOfAngles(360 - compass, beta, gamma), screenAngle);
    return facing && { ...facing, source: 'ios_compass', accuracyDeg: accuracy, atMs };
  }
  if (!event.absolute || alpha === null) return null;
  const facing = facingOf(rotationOfAngles(alpha, beta, gamma), screenAngle);
  return facing && { ...facing, source: 'absolute_event', accuracyDeg: null, atMs };
}

export type Movement = { heading: number | null; speed: number | null };

/** The course of a walking person; null when standing or unknown. */
export function readingOfMovement({ heading, speed }: Movement, atMs: number): HeadingReading | null {
  if (heading === null || speed === null || Number.isNaN(heading) || speed < WALKING_MIN_MPS) return null;
  const headingDeg = heading % 360;
  return {
    headingDeg,
    cameraDeg: headingDeg,
    pitchDeg: 0,
    rollDeg: 0,
    source: 'course',
    accuracyDeg: null,
    atMs,
  };
}
