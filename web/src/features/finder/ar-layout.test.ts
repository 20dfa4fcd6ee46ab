import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facingOf, type Rotation } from '#web/lib/device/heading/attitude.ts';
import { normalDeg, turnDeg } from '#web/lib/geo/angles.ts';
import {
  CAMERA_LONG_SIDE_DEG,
  dragToDegrees,
  layoutLabels,
  sightOf,
  type ArTarget,
  type ArView,
} from './ar-layout.ts';

const SCREEN = { width: 390, height: 844 };
const SIGHT = sightOf({ width: 480, height: 640 }, SCREEN);
const VIEW: ArView = {
  screen: SCREEN,
  sight: SIGHT,
  cameraDeg: 0,
  pitchDeg: 0,
  rollDeg: 0,
  label: { width: 150, height: 56 },
  insets: { top: 80, bottom: 160 },
};
const degrees = (tan: number) => (Math.atan(tan) * 180) / Math.PI;
const at = (id: string, bearingDeg: number, distanceM = 100): ArTarget => ({ id, bearingDeg, distanceM });

test('AR-01 the whole long side of the camera is seen where nothing of it is cut off', () => {
  const whole = sightOf({ width: 640, height: 480 }, { width: 1280, height: 960 });
  expect(degrees(whole.tanHalfX) * 2).toBeCloseTo(CAMERA_LONG_SIDE_DEG, 6);
  expect(whole.tanHalfX / whole.tanHalfY).toBeCloseTo(640 / 480, 6);
  // Upright on a narrow screen the long side stands, and the sides are cut.
  expect(degrees(SIGHT.tanHalfY) * 2).toBeCloseTo(CAMERA_LONG_SIDE_DEG, 6);
  expect(degrees(SIGHT.tanHalfX) * 2).toBeCloseTo(32.8, 1);
});

test('AR-01 straight ahead is the middle, right of the heading the right half, left the left', () => {
  const { placed } = layoutLabels([at('ahead', 0), at('right', 10), at('left', 350)], VIEW);
  const x = Object.fromEntries(placed.map((label) => [label.id, label.x]));
  expect(x.ahead).toBeCloseTo(SCREEN.width / 2, 6);
  expect(x.right).toBeGreaterThan(SCREEN.width / 2);
  expect(x.left).toBeLessThan(SCREEN.width / 2);
  expect(x.left! + x.right!).toBeCloseTo(SCREEN.width, 6);
});

const anyAngle = fc.double({ min: 0, max: 359.99, noNaN: true });
const anyTargets = fc.array(
  fc.record({ bearingDeg: anyAngle, distanceM: fc.double({ min: 1, max: 3_000, noNaN: true }) }),
  { maxLength: 12 },
);
const named = (targets: { bearingDeg: number; distanceM: number }[]) =>
  targets.map((target, index) => ({ id: `t${index}`, ...target }));

test('AR-01 wherever one looks, everybody is on the right side of the screen or at the right edge', () => {
  fc.assert(
    fc.property(anyTargets, anyAngle, (targets, cameraDeg) => {
      const all = named(targets);
      const { placed, left, right } = layoutLabels(all, { ...VIEW, cameraDeg });
      expect(placed.length + left.length + right.length).toBe(all.length);
      for (const { id, bearingDeg } of all) {
        const turn = turnDeg(cameraDeg, bearingDeg);
        const label = placed.find((each) => each.id === id);
        if (label) {
          if (Math.abs(turn) > 1e-6) expect(label.x > SCREEN.width / 2).toBe(turn > 0);
          expect(Math.abs(turn)).toBeLessThanOrEqual(degrees(SIGHT.tanHalfX) + 1e-6);
        } else {
          expect((turn < 0 ? left : right).some((each) => each.id === id)).toBe(true);
        }
      }
    }),
  );
});

test('AR-01 turning to the right moves everything to the left', () => {
  fc.assert(
    fc.property(fc.double({ min: -10, max: 10, noNaN: true }), (turn) => {
      const before = layoutLabels([at('one', normalDeg(turn))], VIEW).placed[0]!;
      const after = layoutLabels([at('one', normalDeg(turn))], { ...VIEW, cameraDeg: 2 }).placed[0]!;
      expect(after.x).toBeLessThan(before.x);
    }),
  );
});

test('AR-01 labels stay on the screen, clear of the controls, however the phone is held', () => {
  fc.assert(
    fc.property(
      anyTargets,
      anyAngle,
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (targets, cameraDeg, pitchDeg, rollDeg) => {
        const view = { ...VIEW, cameraDeg, pitchDeg, rollDeg };
        for (const { labelX, labelY } of layoutLabels(named(targets), view).placed) {
          expect(labelX - VIEW.label.width / 2).toBeGreaterThanOrEqual(0);
          expect(labelX + VIEW.label.width / 2).toBeLessThanOrEqual(SCREEN.width);
          expect(labelY).toBeGreaterThanOrEqual(VIEW.insets.top);
          expect(labelY + VIEW.label.height).toBeLessThanOrEqual(SCREEN.height - VIEW.insets.bottom);
        }
      },
    ),
  );
});

test('AR-01 people behind one another are stacked, the nearest lowest and in front', () => {
  const { placed } = layoutLabels([at('far', 2, 400), at('near', 0, 30), at('middle', 359, 120)], VIEW);
  const by = Object.fromEntries(placed.map((label) => [label.id, label]));
  expect(by.near!.layer).toBeGreaterThan(by.middle!.layer);
  expect(by.middle!.layer).toBeGreaterThan(by.far!.layer);
  expect(by.near!.labelY).toBeGreaterThan(by.middle!.labelY);
  expect(by.middle!.labelY).toBeGreaterThan(by.far!.labelY);
});

test('AR-01 as long as there is room no label covers another', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -16, max: 16, noNaN: true }), { maxLength: 7 }), (turns) => {
      const { placed } = layoutLabels(
        turns.map((turn, index) => at(`t${index}`, normalDeg(turn), index)),
        VIEW,
      );
      for (const [index, one] of placed.entries()) {
        for (const other of placed.slice(index + 1)) {
          const apart =
            Math.abs(one.labelX - other.labelX) >= VIEW.label.width ||
            Math.abs(one.labelY - other.labelY) >= VIEW.label.height;
          expect(apart, `${one.id} and ${other.id}`).toBe(true);
        }
      }
    }),
  );
});

test.each([
  ['a desk', { width: 1_280, height: 860 }, { width: 367, height: 108 }, { width: 640, height: 480 }],
  ['a phone', { width: 390, height: 860 }, { width: 272, height: 80 }, { width: 480, height: 640 }],
])(
  'AR-01 on %s no label lies on the marks of the horizon while there is room above it or below',
  (_, screen, label, video) => {
    const view = { ...VIEW, screen, label, sight: sightOf(video, screen), insets: { top: 72, bottom: 296 } };
    const { placed } = layoutLabels(
      [-4, 1, 4, -6].map((turn, index) => at(`t${index}`, normalDeg(turn), index)),
      view,
    );
    for (const { labelY, y } of placed)
      expect(labelY + label.height <= y - 10 || labelY >= y + 10).toBe(true);
    for (const [index, one] of placed.entries())
      for (const other of placed.slice(index + 1))
        expect(
          Math.abs(one.labelX - other.labelX) >= label.width ||
            Math.abs(one.labelY - other.labelY) >= label.height,
        ).toBe(true);
  },
);

test('AR-01 looking up the horizon sinks, looking down it rises', () => {
  const horizon = (pitchDeg: number) => layoutLabels([at('one', 0)], { ...VIEW, pitchDeg }).placed[0]!.y;
  expect(horizon(0)).toBe(SCREEN.height / 2);
  expect(horizon(10)).toBeGreaterThan(horizon(0));
  expect(horizon(-10)).toBeLessThan(horizon(0));
});

type Vector = [number, number, number];
const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, part, axis) => sum + part * other[axis]!, 0);

/** A phone whose camera looks there, so far up, leaning so far to the right; made of its axes. */
function held(cameraDeg: number, pitchDeg: number, rollDeg: number): Rotation {
  const [turn, pitch, roll] = [cameraDeg, pitchDeg, rollDeg].map(
    (angle) => (angle * Math.PI) / 180,
  ) as Vector;
  const level: Vector = [Math.cos(turn), -Math.sin(turn), 0];
  const upright: Vector = [
    -Math.sin(turn) * Math.sin(pitch),
    -Math.cos(turn) * Math.sin(pitch),
    Math.cos(pitch),
  ];
  const mix = (a: number, b: number) => level.map((part, axis) => a * part + b * upright[axis]!) as Vector;
  return {
    x: mix(Math.cos(roll), -Math.sin(roll)),
    y: mix(Math.sin(roll), Math.cos(roll)),
    z: [-Math.sin(turn) * Math.cos(pitch), -Math.cos(turn) * Math.cos(pitch), -Math.sin(pitch)],
  };
}

test('AR-01 however the phone is held, a name stands where its camera sees the person', () => {
  fc.assert(
    fc.property(
      anyAngle,
      fc.double({ min: -15, max: 15, noNaN: true }),
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      (cameraDeg, turn, pitchDeg, rollDeg) => {
        const phone = held(cameraDeg, pitchDeg, rollDeg);
        const facing = facingOf(phone, 0)!;
        const view = { ...VIEW, ...facing, label: { width: 0, height: 0 }, insets: { top: 0, bottom: 0 } };
        const bearing = ((cameraDeg + turn) * Math.PI) / 180;
        const there: Vector = [Math.sin(bearing), Math.cos(bearing), 0];
        const ahead = -dot(there, phone.z);
        const x = (SCREEN.width / 2) * (1 + dot(there, phone.x) / ahead / SIGHT.tanHalfX);
        const y = (SCREEN.height / 2) * (1 - dot(there, phone.y) / ahead / SIGHT.tanHalfY);
        // At the edges labels are kept in reach.
        fc.pre(x > 1 && x < SCREEN.width - 1 && y > 30 && y < SCREEN.height - 1);
        const [label] = layoutLabels([at('one', normalDeg(cameraDeg + turn))], view).placed;
        expect(label?.x).toBeCloseTo(x, 3);
        expect(label?.y).toBeCloseTo(y, 3);
      },
    ),
  );
});

test('AR-01 leaning to the right raises the labels on the right', () => {
  const { placed } = layoutLabels([at('right', 8), at('left', 352)], { ...VIEW, rollDeg: 20 });
  const [right, left] = [placed.find(({ id }) => id === 'right')!, placed.find(({ id }) => id === 'left')!];
  expect(right.x).toBeGreaterThan(SCREEN.width / 2);
  expect(right.y).toBeLessThan(SCREEN.height / 2);
  expect(left.y).toBeGreaterThan(SCREEN.height / 2);
});

test('AR-01 out of sight, the shortest turn comes first', () => {
  const { left, right } = layoutLabels([at('b', 170), at('a', 40), at('c', 300), at('d', 200)], VIEW);
  expect(right.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(left.map(({ id }) => id)).toEqual(['c', 'd']);
});

test('AR-01 a slide by half the screen turns by half the field of view', () => {
  const turned = dragToDegrees(SCREEN.width / 2, VIEW);
  expect(turned).toBeCloseTo(degrees(SIGHT.tanHalfX), 6);
  expect(dragToDegrees(-20, VIEW)).toBeCloseTo(-dragToDegrees(20, VIEW), 9);
  // A label dragged along stays under the finger.
  const x = layoutLabels([at('one', 0)], { ...VIEW, cameraDeg: -dragToDegrees(60, VIEW) }).placed[0]!.x;
  expect(x).toBeCloseTo(SCREEN.width / 2 + 60, 6);
});
