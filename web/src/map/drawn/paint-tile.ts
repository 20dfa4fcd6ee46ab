import type { Box } from './clip.ts';
import { landOfTile, type Land } from './land.ts';
import { TILE_SIDE_PX } from './mercator.ts';
import type { Palette } from './palette.ts';

/** Widths of shallow water and of the shore that falls dry, in metres at Jersey's latitude. */
const SHALLOWS_M = 520;
const SHORE_M = 190;
const METRES_PER_PX_AT_ZOOM_0 = 102_000;
const HALO_MAX_PX = 56;
/** Nearer than this there may be no coast in sight: without lines the land would be blank. */
const GRID_FROM_ZOOM = 14;
const GRID_PX = TILE_SIDE_PX / 2;

/** The context's unit is a CSS pixel. */
export function paintTile(
  context: CanvasRenderingContext2D,
  land: Land,
  tile: { x: number; y: number; z: number },
  palette: Palette,
): void {
  const haloPx = (metres: number) =>
    Math.min(HALO_MAX_PX, Math.max(1.5, (metres * 2 ** tile.z) / METRES_PER_PX_AT_ZOOM_0));
  const whole: Box = [0, 0, TILE_SIDE_PX, TILE_SIDE_PX];
  context.lineJoin = 'round';
  for (const { rings, window } of landOfTile(land, tile, HALO_MAX_PX)) {
    const [left, top, right, bottom] = window ?? whole;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.fillStyle = palette.sea;
    context.fillRect(left, top, right - left, bottom - top);
    const coast = coastPath(rings, window);
    const area = areaPath(rings);
    strokeCoast(context, coast, palette.shallows, 2 * haloPx(SHALLOWS_M));
    strokeCoast(context, coast, palette.shore, 2 * haloPx(SHORE_M));
    context.fillStyle = palette.land;
    context.fill(area, 'evenodd');
    strokeCoast(context, coast, palette.coast, tile.z < 7 ? 0.75 : 1.25);
    context.restore();
  }
  if (tile.z >= GRID_FROM_ZOOM) strokeGrid(context, palette.grid);
}

function strokeGrid(context: CanvasRenderingContext2D, colour: string): void {
  context.beginPath();
  for (let at = 0; at < TILE_SIDE_PX; at += GRID_PX) {
    context.moveTo(at + 0.5, 0);
    context.lineTo(at + 0.5, TILE_SIDE_PX);
    context.moveTo(0, at + 0.5);
    context.lineTo(TILE_SIDE_PX, at + 0.5);
  }
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
}

function strokeCoast(context: CanvasRenderingContext2D, path: Path2D, colour: string, widthPx: number): void {
  context.strokeStyle = colour;
  context.lineWidth = widthPx;
  context.stroke(path);
}

function areaPath(rings: number[][]): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      if (i === 0) path.moveTo(ring[0] ?? 0, ring[1] ?? 0);
      else path.lineTo(ring[i] ?? 0, ring[i + 1] ?? 0);
    }
    path.closePath();
  }
  return path;
}

/** The outline without what runs along the edge of the detailed region: that is a cut, not a coast. */
function coastPath(rings: number[][], window: Box | null): Path2D {
  if (!window) return areaPath(rings);
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const next = (i + 2) % ring.length;
      const [x, y, nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
      if (alongEdge(x, nextX, window[0], window[2]) || alongEdge(y, nextY, window[1], window[3])) continue;
      path.moveTo(x, y);
      path.lineTo(nextX, nextY);
    }
  }
  return path;
}

const TOLERANCE_PX = 1;
function alongEdge(a: number, b: number, low: number, high: number): boolean {
  return [low, high].some((edge) => Math.abs(a - edge) < TOLERANCE_PX && Math.abs(b - edge) < TOLERANCE_PX);
}
