import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalDeg, turnDeg } from '#web/lib/geo/angles.ts';
import { facingOf, rotationOfAngles, rotationOfQuaternion } from './attitude.ts';

const anyHeading = fc.double({ min: 0, max: 359.99, noNaN: true });
/** From lying flat on a palm, past upright like a camera, to looking over one's head. */
const anyTilt = fc.double({ min: 0, max: 130, noNaN: true });

/** The quaternion of the same three turns, made by multiplying, to check one way against the other. */
function quaternionOf(alpha: number, beta: number, gamma: number): [number, number, number, number] {
  const [a, b, g] = [alpha, beta, gamma].map((angle) => (angle * Math.PI) / 360) as [number, number, number];
  const times = (p: readonly number[], q: readonly number[]) => {
    const [px = 0, py = 0, pz = 0, pw = 0] = p;
    const [qx = 0, qy = 0, qz = 0, qw = 0] = q;
    return [
      pw * qx + px * qw + py * qz - pz * qy,
      pw * qy - px * qz + py * qw + pz * qx,
      pw * qz + px * qy - py * qx + pz * qw,
      pw * qw - px * qx - py * qy - pz * qz,
    ];
  };
  const about = [
    [0, 0, Math.sin(a), Math.cos(a)],
    [Math.sin(b), 0, 0, Math.cos(b)],
    [0, Math.sin(g), 0, Math.cos(g)],
  ] as const;
  return times(times(about[0], about[1]), about[2]) as [number, number, number, number];
}

test('FIND-01 the heading holds however far the phone is tilted', () => {
  fc.assert(
    fc.property(anyHeading, anyTilt, (heading, tilt) => {
      const facing = facingOf(rotationOfAngles(360 - heading, tilt, 0), 0);
      expect(Math.abs(turnDeg(heading, facing?.headingDeg ?? NaN))).toBeLessThan(0.001);
      expect(facing?.pitchDeg).toBeCloseTo(tilt - 90, 6);
    }),
  );
});

test('FIND-01 a phone that leans to one side like a scale points the same way', () => {
  for (const gamma of [-60, -20, 20, 60]) {
    expect(facingOf(rotationOfAngles(360 - 75, 0, gamma), 0)?.headingDeg).toBeCloseTo(75, 6);
  }
});

test('FIND-01 a camera turned about its own axis looks the same way', () => {
  // Upright, facing north, the top leant 40° to the right: x points right and down, y up and right.
  const lean = (40 * Math.PI) / 180;
  const facing = facingOf(
    {
      x: [Math.cos(lean), 0, -Math.sin(lean)],
      y: [Math.sin(lean), 0, Math.cos(lean)],
      z: [0, -1, 0],
    },
    0,
  );
  expect(facing?.headingDeg).toBeCloseTo(0, 6);
  expect(facing?.cameraDeg).toBeCloseTo(0, 6);
  expect(facing?.pitchDeg).toBeCloseTo(0, 6);
  expect(facing?.rollDeg).toBeCloseTo(40, 6);
});

test('FIND-01 angles and quaternions say the same', () => {
  fc.assert(
    fc.property(
      anyHeading,
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
      (alpha, beta, gamma) => {
        const [one, other] = [
          rotationOfAngles(alpha, beta, gamma),
          rotationOfQuaternion(quaternionOf(alpha, beta, gamma)),
        ];
        for (const axis of ['x', 'y', 'z'] as const) {
          one[axis].forEach((value, index) => expect(other[axis][index]).toBeCloseTo(value, 6));
        }
      },
    ),
  );
});

test.each([
  // Lying flat, its top to the west, read with the picture turned so that north is up: angle 90.
  [90, 90, 0],
  // Its top to the east, the picture turned the other way.
  [270, 270, 0],
  [0, 180, 180],
  [180, 0, 180],
])(
  'FIND-01 with alpha %d and the picture turned by %d the person faces %d',
  (alpha, screenAngle, heading) => {
    expect(normalDeg(facingOf(rotationOfAngles(alpha, 0, 0), screenAngle)?.headingDeg ?? NaN)).toBeCloseTo(
      heading,
      6,
    );
  },
);

test('FIND-01 in landscape, held upright, the camera says where one faces', () => {
  // The device lies on its left side before the person who looks south: top to the east, back to the south.
  const rotation = { x: [0, 0, 1], y: [1, 0, 0], z: [0, 1, 0] } as const;
  expect(facingOf(rotation, 90)?.headingDeg).toBeCloseTo(180, 6);
  // With the picture locked upright nothing is level but the camera.
  expect(facingOf(rotation, 0)?.headingDeg).toBeCloseTo(180, 6);
});

test('FIND-01 a phone that stands on its edge and looks at nobody says nothing', () => {
  expect(facingOf({ x: [0, 0, 1], y: [1, 0, 0], z: [0, 0.1, 0] }, 0)).toBeNull();
});

test('AR-02 the way to turn is the short one', () => {
  expect(turnDeg(350, 10)).toBe(20);
  expect(turnDeg(10, 350)).toBe(-20);
  expect(turnDeg(0, 180)).toBe(-180);
  expect(turnDeg(720, -360)).toBe(0);
  fc.assert(
    fc.property(anyHeading, anyHeading, (from, to) => {
      const turn = turnDeg(from, to);
      expect(turn).toBeGreaterThanOrEqual(-180);
      expect(turn).toBeLessThan(180);
      expect(Math.abs(turnDeg(from + turn, to))).toBeLessThan(1e-9);
    }),
  );
});
