import type { Facing } from '#web/lib/device/heading/attitude.ts';
import { toDegrees, toRadians, turnDeg } from '#web/lib/geo/angles.ts';

/** Field of view of a camera's long side, degrees. Browsers do not tell; main cameras have 60° to 70°, the slide corrects. */
export const CAMERA_LONG_SIDE_DEG = 65;

export type Size = { width: number; height: number };

/** Visible part of the camera's picture: tangents of half the angles across and down. */
export type Sight = { tanHalfX: number; tanHalfY: number };

/** The picture covers the screen, so its longer overhang is cut off on both sides. `video` is already turned with the screen. */
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
  /** Point on the horizon, in pixels from the left and the upper edge. */
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
  /** The largest size of a label. */
  label: Size;
  /** Kept free above and below, for the controls. */
  insets: { top: number; bottom: number };
};

const GAP_PX = 8;
/** Distance of a label from its point. */
const STEM_PX = 28;
/** Keeps the horizon in reach when looking further up or down. */
const PITCH_MAX_DEG = 60;

/** Places each label at its bearing, nearest in front, overlapping ones stacked, the rest at the edges (AR-01). */
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
    const place = freePlace(point, layout.placed, view);
    layout.placed.push({ id, ...point, ...place, layer: byDistance.length - index });
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
  // Offset from the centre of the picture, right and down, for a device that does not lean.
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

type Place = Pick<Placed, 'labelX' | 'labelY'>;

/** The next free place above the point, else beside, else below the horizon, whose marks stay free; else behind the others. */
function freePlace({ x, y }: { x: number; y: number }, placed: readonly Placed[], view: ArView): Place {
  const { label, insets, screen } = view;
  const half = label.width / 2;
  const labelX = clamp(x, half + GAP_PX, screen.width - half - GAP_PX);
  const lowest = y - STEM_PX - label.height;
  const candidates: readonly Rows[] = [
    { firstY: lowest, step: -1 },
    { firstY: y + STEM_PX, step: 1 },
  ];
  for (const rows of candidates) {
    const straight = freeRow(labelX, rows, placed, view);
    if (straight !== null) return { labelX, labelY: straight };
    const aside = freeBeside(labelX, rows, placed, view);
    if (aside !== null) return aside;
  }
  return { labelX, labelY: Math.max(lowest, insets.top) };
}

type Rows = { firstY: number; step: 1 | -1 };

const isOnScreen = (y: number, { label, insets, screen }: ArView): boolean =>
  y >= insets.top && y + label.height <= screen.height - insets.bottom;

/** Labels that a row at this height would touch. */
const touching = (y: number, placed: readonly Placed[], { label }: ArView): readonly Placed[] =>
  placed.filter((other) => Math.abs(other.labelY - y) < label.height + GAP_PX - 0.5);

function freeRow(
  labelX: number,
  { firstY, step }: Rows,
  placed: readonly Placed[],
  view: ArView,
): number | null {
  const { label } = view;
  const near = placed.filter((other) => Math.abs(other.labelX - labelX) < label.width + GAP_PX);
  const furthest = step === -1 ? Math.min : Math.max;
  for (let y = firstY; isOnScreen(y, view);) {
    const taken = touching(y, near, view).map(({ labelY }) => labelY);
    if (taken.length === 0) return y;
    y = furthest(...taken) + step * (label.height + GAP_PX);
  }
  return null;
}

/** The free place with the shortest way to the side; of equal ones the nearest row's. */
function freeBeside(
  labelX: number,
  { firstY, step }: Rows,
  placed: readonly Placed[],
  view: ArView,
): Place | null {
  const { label, screen } = view;
  const width = label.width + GAP_PX;
  const [low, high] = [label.width / 2 + GAP_PX, screen.width - label.width / 2 - GAP_PX];
  let best: Place | null = null;
  const shift = (place: Place) => Math.abs(place.labelX - labelX);
  for (let y = firstY; isOnScreen(y, view); y += step * (label.height + GAP_PX)) {
    const taken = touching(y, placed, view).map((other) => other.labelX);
    for (const x of taken.flatMap((other) => [other - width, other + width])) {
      const isFree = x >= low && x <= high && taken.every((other) => Math.abs(other - x) >= width - 0.5);
      const place = { labelX: x, labelY: y };
      if (isFree && (best === null || shift(place) < shift(best))) best = place;
    }
  }
  return best;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
