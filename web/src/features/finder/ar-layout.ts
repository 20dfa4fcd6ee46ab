import { toDegrees, toRadians, turnDeg } from '#web/lib/angles.ts';

/**
 * How wide the long side of a phone's back camera sees, in degrees. Browsers do not tell; main cameras lie between 60° and
 * 70° in video, and whoever's differs slides the labels into place.
 */
export const CAMERA_LONG_SIDE_DEG = 65;

export type Size = { width: number; height: number };

/** What the screen shows of the camera: tangents of half the angles across and down. */
export type Sight = { tanHalfX: number; tanHalfY: number };

/**
 * The camera's picture covers the screen, so its longer overhang is cut off on both sides.
 * @param video as the browser gives it, already turned with the screen
 */
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
  /** Where it points: pixels from the left edge, on the horizon. */
  x: number;
  horizonY: number;
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

export type ArView = {
  screen: Size;
  sight: Sight;
  headingDeg: number;
  pitchDeg: number;
  /** How large a label is at most. */
  label: Size;
  /** Kept free above and below, for the controls. */
  insets: { top: number; bottom: number };
};

const GAP_PX = 8;
/** Between a label and the point it stands on. */
const STEM_PX = 28;

/** Where each label stands: at its bearing, nearest in front, overlapping ones stacked, the rest at the edges (AR-01). */
export function layoutLabels(targets: readonly ArTarget[], view: ArView): ArLayout {
  const layout: ArLayout = { placed: [], left: [], right: [] };
  const byDistance = targets.toSorted((a, b) => a.distanceM - b.distanceM || (a.id < b.id ? -1 : 1));
  const horizonY = horizonOf(view);
  for (const [index, { id, bearingDeg }] of byDistance.entries()) {
    const turn = turnDeg(view.headingDeg, bearingDeg);
    const x = xOf(turn, view);
    if (x === null) {
      layout[turn < 0 ? 'left' : 'right'].push({ id, turnDeg: turn });
      continue;
    }
    const half = view.label.width / 2;
    const labelX = clamp(x, half + GAP_PX, view.screen.width - half - GAP_PX);
    const labelY = freeRow(labelX, horizonY, layout.placed, view);
    layout.placed.push({ id, x, horizonY, labelX, labelY, layer: byDistance.length - index });
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

/** Null where it is out of sight. */
function xOf(turn: number, { screen, sight }: ArView): number | null {
  if (Math.abs(turn) >= 89) return null;
  const share = Math.tan(toRadians(turn)) / sight.tanHalfX;
  return Math.abs(share) > 1 ? null : (screen.width / 2) * (1 + share);
}

/** Everybody stands on the horizon; looking far up or down it stays in reach. */
function horizonOf({ screen, sight, pitchDeg, label, insets }: ArView): number {
  const share = Math.tan(toRadians(clamp(pitchDeg, -80, 80))) / sight.tanHalfY;
  const lowest = screen.height - insets.bottom;
  return clamp((screen.height / 2) * (1 + share), insets.top + label.height + STEM_PX, lowest);
}

/** The row next above the horizon that no nearer label takes; with none left, behind the others. */
function freeRow(labelX: number, horizonY: number, placed: readonly Placed[], view: ArView): number {
  const { label, insets } = view;
  const rowHeight = label.height + GAP_PX;
  const lowest = horizonY - STEM_PX - label.height;
  const near = placed.filter((other) => Math.abs(other.labelX - labelX) < label.width + GAP_PX);
  const isFree = (y: number) => near.every((other) => Math.abs(other.labelY - y) >= rowHeight - 0.5);
  for (let y = lowest; y >= insets.top; y -= rowHeight) if (isFree(y)) return y;
  for (let y = lowest + rowHeight; y + label.height <= view.screen.height - insets.bottom; y += rowHeight) {
    if (isFree(y)) return y;
  }
  return Math.max(lowest, insets.top);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
