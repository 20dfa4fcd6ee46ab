/** 0 ≤ d < 360. */
export function normalDeg(angle: number): number {
  const turned = angle % 360;
  // A hair below 0 would round up to 360 itself; the sum also makes 0 of -0.
  return turned < 0 ? (turned + 360) % 360 : turned + 0;
}

/** The short way: -180 ≤ t < 180, clockwise positive. */
export function turnDeg(from: number, to: number): number {
  return normalDeg(to - from + 180) - 180;
}

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
export const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
