import { normalDeg, toDegrees, toRadians } from '#web/lib/geo/angles.ts';

type Vector = readonly [east: number, north: number, up: number];

/** Rotation of a device: its three axes as rows of east, north and up. */
export type Rotation = {
  /** To the right of the device in its natural orientation. */
  readonly x: Vector;
  /** To its top. */
  readonly y: Vector;
  /** Out of its screen, towards the person. */
  readonly z: Vector;
};

export type Facing = {
  /** The person's direction, clockwise from north. */
  readonly headingDeg: number;
  /** The camera's direction, clockwise from north; differs from the person's where the device leans to one side. */
  readonly cameraDeg: number;
  /** How far the back of the device, and so its camera, looks above the horizon; -90 lying flat. */
  readonly pitchDeg: number;
  /** How far the picture leans to the right of upright; 0 where it looks straight up or down. */
  readonly rollDeg: number;
};

/** An axis this near to upright (its length on the ground) has no direction to speak of. */
const MIN_LEVEL_LENGTH = 0.2;

/** From a unit quaternion that turns the device's axes into the world's, as `AbsoluteOrientationSensor` gives it. */
export function rotationOfQuaternion([x, y, z, w]: readonly [number, number, number, number]): Rotation {
  return {
    x: [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    y: [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    z: [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  };
}

/** From the degrees of a device orientation event: turned by alpha about z, beta about x, gamma about y, in this order. */
export function rotationOfAngles(alpha: number, beta: number, gamma: number): Rotation {
  const [sinA, cosA] = [Math.sin(toRadians(alpha)), Math.cos(toRadians(alpha))];
  const [sinB, cosB] = [Math.sin(toRadians(beta)), Math.cos(toRadians(beta))];
  const [sinG, cosG] = [Math.sin(toRadians(gamma)), Math.cos(toRadians(gamma))];
  return {
    x: [cosA * cosG - sinA * sinB * sinG, sinA * cosG + cosA * sinB * sinG, -cosB * sinG],
    y: [-sinA * cosB, cosA * cosB, sinB],
    z: [cosA * sinG + sinA * sinB * cosG, sinA * sinG - cosA * sinB * cosG, cosB * cosG],
  };
}

/** The person's direction, from the edge that is level between both hands: at any tilt, from flat to upright, the right side of
 * the picture stays to the person's right. @param screenAngle `screen.orientation.angle`: how far the picture is turned
 * @returns null if no axis determines it, as for a device that stands on its side with the rotation locked */
export function facingOf({ x, y, z }: Rotation, screenAngle: number): Facing | null {
  const [sin, cos] = [Math.sin(toRadians(screenAngle)), Math.cos(toRadians(screenAngle))];
  const right = x.map((part, axis) => cos * part - sin * y[axis]!);
  const top = x.map((part, axis) => sin * part + cos * y[axis]!);
  const edgeDeg = directionOf(right);
  const cameraDeg = directionOf([-z[0], -z[1]]);
  const headingDeg = edgeDeg === null ? cameraDeg : normalDeg(edgeDeg - 90);
  if (headingDeg === null) return null;
  const [rightUp, topUp] = [right[2]!, top[2]!];
  return {
    headingDeg,
    cameraDeg: cameraDeg ?? headingDeg,
    pitchDeg: toDegrees(Math.atan2(-z[2], Math.hypot(z[0], z[1]))),
    rollDeg: Math.hypot(rightUp, topUp) < MIN_LEVEL_LENGTH ? 0 : toDegrees(Math.atan2(-rightUp, topUp)),
  };
}

function directionOf([east = 0, north = 0]: readonly number[]): number | null {
  return Math.hypot(east, north) < MIN_LEVEL_LENGTH ? null : normalDeg(toDegrees(Math.atan2(east, north)));
}
