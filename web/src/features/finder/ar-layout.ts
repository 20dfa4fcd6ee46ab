import type { Facing } from '#web/lib/device/heading/attitude.ts';
import { toDegrees, toRadians, turnDeg } from '#web/lib/geo/angles.ts';

/** Field of view of a phone camera's long side, degrees. Not available in browsers; main cameras have 60° to
 * 70° in video, and the slide corrects the rest. */
export const CAMERA_LONG_SIDE_DEG = 65;

export type Size = { width: number; height: number };

/** What the screen shows of the camera: tangents of half the angles across and down. */
export type Sight = { tanHalfX: number; tanHalfY: number };

/** The camera's picture covers the screen, so its longer overhang is cut off on both sides.
 * @param video as the browser gives it, already turned with the screen */
export function sightOf(video: Size, screen: Size, longSideDeg: number = CAMERA_LONG_SIDE_DEG): Sight {
  const perPixel = Math.tan(toRadians(longSideDeg / 2)) / (Math.max(video.width, video.height) / 2);
  const scale = Math.max(screen.width / video.width, screen.height / video.height);
  return {
    tanHalfX: (screen.width / scale / 2) * perPixel,
    tanHalfY: (screen.height / scale / 2) * perPixel,
  };
}

export type ArTarget = { id: string; bearingDeg: number; distanceM: number };

/** A label over the picture. The nearest has the highest `layer`. */
export type Placed = {
  id: string;
  /** Where it points: on the horizon, in pixels from the left and the upper edge. */
  x: number;
  y: number;
  /** Its own middle, kept on the screen, and its upper edge. */
  labelX: number;
  labelY: number;
  layer: number;
};

export type ArLayout = {
  placed: Placed[];
  /** Out of sight to either side, the shortest turn first. */
  left: { id: string; turnDeg: number }[];
  right: { id: string; turnDeg: number }[];
};

export type ArView = Pick<Facing, 'cameraDeg' | 'pitchDeg' | 'rollDeg'> & {
  screen: Size;
  sight: Sight;
  /** How large a label is at most. */
  label: Size;
  /** Kept free above and below, for the controls. */
  insets: { top: number; bottom: number };
};

const GAP_PX = 8;
/** Distance of a label from its point. */
const STEM_PX = 28;
/** Looking further up or down, the horizon stays in reach. */
const PITCH_MAX_DEG = 60;

/** Places each label at its bearing, nearest in front, overlapping ones stacked, the rest at the edges
 * (AR-01). */
export function layoutLabels(targets: readonly ArTarget[], view: ArView): ArLayout {
  const layout: ArLayout = { placed: [], left: [], right: [] };
  const byDistance = targets.toSorted((a, b) => a.distanceM - b.distanceM || (a.id < b.id ? -1 : 1));
  for (const [index, { id, bearingDeg }] of byDistance.entries()) {
    const turn = turnDeg(view.cameraDeg, bearingDeg);
    const point = pointOf(turn, view);
    if (point === null) {
      layout[turn < 0 ? 'left' : 'right'].push({ id, turnDeg: turn });
      continue;
    }
    const half = view.label.width / 2;
    const labelX = clamp(point.x, half + GAP_PX, view.screen.width - half - GAP_PX);
    const labelY = freeRow(labelX, point.y, layout.placed, view);
    layout.placed.push({ id, ...point, labelX, labelY, layer: byDistance.length - index });
  }
  for (const side of [layout.left, layout.right]) {
    side.sort((a, b) => Math.abs(a.turnDeg) - Math.abs(b.turnDeg));
  }
  return layout;
}

/** How far a drag turns the picture under the labels, at its middle. */
export function dragToDegrees(dragPx: number, { screen, sight }: Pick<ArView, 'screen' | 'sight'>): number {
  return toDegrees(Math.atan((dragPx / (screen.width / 2)) * sight.tanHalfX));
}

/** Projects a person at the horizon; null outside the view. A leaning device tilts the horizon. */
function pointOf(turn: number, view: ArView): { x: number; y: number } | null {
  const { screen, sight, label, insets } = view;
  if (Math.abs(turn) >= 89) return null;
  const pitch = toRadians(clamp(view.pitchDeg, -PITCH_MAX_DEG, PITCH_MAX_DEG));
  const [sin, cos] = [Math.sin(toRadians(view.rollDeg)), Math.cos(toRadians(view.rollDeg))];
  // A device that does not lean would see them so far to the right of the middle, and so far below it.
  const [right, below] = [Math.tan(toRadians(turn)) / Math.cos(pitch), Math.tan(pitch)];
  const shareX = (right * cos + below * sin) / sight.tanHalfX;
  if (Math.abs(shareX) > 1 || Math.abs(right * sin) > sight.tanHalfY) return null;
  const shareY = (below * cos - right * sin) / sight.tanHalfY;
  return {
    x: (screen.width / 2) * (1 + shareX),
    y: clamp(
      (screen.height / 2) * (1 + shareY),
      insets.top + label.height + STEM_PX,
      screen.height - insets.bottom,
    ),
  };
}

/** The place next above the point that no nearer label takes, else the next below; with none left, behind the others. */
function freeRow(labelX: number, pointY: number, placed: readonly Placed[], view: ArView): number {
  const { label, insets, screen } = view;
  const near = placed.filter((other) => Math.abs(other.labelX - labelX) < label.width + GAP_PX);
  const lowest = pointY - STEM_PX - label.height;
  const beside = (y: number) =>
    near
      .filter((other) => Math.abs(other.labelY - y) < label.height + GAP_PX - 0.5)
      .map(({ labelY }) => labelY);
  for (const [step, furthest] of [
    [-1, Math.min],
    [1, Math.max],
  ] as const) {
    for (let y = lowest; y >= insets.top && y + label.height <= screen.height - insets.bottom;) {
      const taken = beside(y);
      if (taken.length === 0) return y;
      y = furthest(...taken) + step * (label.height + GAP_PX);
    }
  }
  return Math.max(lowest, insets.top);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
