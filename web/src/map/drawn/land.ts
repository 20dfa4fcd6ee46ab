import { clipRing, type Box } from './clip.ts';
import { mercatorX, mercatorY, TILE_SIDE_PX, worldSidePx } from './mercator.ts';

/** As scripts/build-basemap.mjs writes it: rings of whole steps, each point relative to the one before. */
export type LandFile = {
  islands: RingFile;
  detail: RingFile & { box: [number, number, number, number] };
  world: RingFile;
};
type RingFile = { step: number; rings: number[][] };

/** A closed line in the unit square of `mercator.ts`. */
export type Outline = { points: Float64Array; box: Box };

export type Land = {
  islands: Outline[];
  detail: Outline[];
  world: Outline[];
  /** Where `detail` replaces `world`. */
  detailBox: Box;
};

/** Below this zoom the coarse world is all that shows. */
const DETAIL_FROM_ZOOM = 7;

export function readLand(file: LandFile): Land {
  const [west, south, east, north] = file.detail.box;
  return {
    islands: file.islands.rings.map((ring) => outline(smooth(smooth(decode(ring, file.islands.step))))),
    detail: file.detail.rings.map((ring) => outline(smooth(decode(ring, file.detail.step)))),
    world: file.world.rings.map((ring) => outline(decode(ring, file.world.step))),
    detailBox: [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)],
  };
}

/** One piece of a tile: the land to fill, all in the tile's pixels, within `window` where that is given. */
export type TilePart = { rings: number[][]; window: Box | null };

/** Cut `marginPx` outside the tile, so that lines along the cut stay out of sight. The detailed region is painted over the
 * world where a tile straddles it. */
export function landOfTile(
  land: Land,
  tile: { x: number; y: number; z: number },
  marginPx: number,
): TilePart[] {
  const scale = worldSidePx(tile.z);
  const [left, top] = [tile.x * TILE_SIDE_PX, tile.y * TILE_SIDE_PX];
  const cut: Box = [
    (left - marginPx) / scale,
    (top - marginPx) / scale,
    (left + TILE_SIDE_PX + marginPx) / scale,
    (top + TILE_SIDE_PX + marginPx) / scale,
  ];
  const ringsOf = (outlines: Outline[]) =>
    outlines
      .filter(({ box }) => overlaps(box, cut))
      .map(({ points }) =>
        clipRing(points, cut).map((value, i) => value * scale - (i % 2 === 0 ? left : top)),
      )
      .filter((ring) => ring.length >= 6);

  if (tile.z < DETAIL_FROM_ZOOM || !overlaps(land.detailBox, cut)) {
    return [{ rings: [...ringsOf(land.world), ...ringsOf(land.islands)], window: null }];
  }
  const near = [...ringsOf(land.detail), ...ringsOf(land.islands)];
  if (contains(land.detailBox, cut)) return [{ rings: near, window: null }];
  const [west, north, east, south] = land.detailBox;
  const window: Box = [west * scale - left, north * scale - top, east * scale - left, south * scale - top];
  return [
    { rings: ringsOf(land.world), window: null },
    { rings: near, window },
  ];
}

function decode(ring: number[], step: number): number[] {
  const points: number[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < ring.length; i += 2) {
    x += ring[i] ?? 0;
    y += ring[i + 1] ?? 0;
    points.push(x * step, y * step);
  }
  return points;
}

/** A longer side is the edge of the detailed region, whose corners must stay. */
const SMOOTH_SIDE_MAX_DEG = 0.25;

/** Cuts each corner at a quarter of its sides (Chaikin), so that a coarse coast looks drawn rather than folded. */
function smooth(ring: number[]): number[] {
  const rounded: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    const [x, y, nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
    const [alongX, alongY] = [nextX - x, nextY - y];
    const cut = Math.hypot(alongX, alongY) > SMOOTH_SIDE_MAX_DEG ? 0 : 0.25;
    rounded.push(x + cut * alongX, y + cut * alongY, nextX - cut * alongX, nextY - cut * alongY);
  }
  return rounded;
}

function outline(degrees: number[]): Outline {
  const points = Float64Array.from(degrees, (value, i) =>
    i % 2 === 0 ? mercatorX(value) : mercatorY(value),
  );
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { points, box: [left, top, right, bottom] };
}

const overlaps = (a: Box, b: Box) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
const contains = (a: Box, b: Box) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
