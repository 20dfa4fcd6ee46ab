import type { Point } from '#web/lib/geo/geodesy.ts';
import { latitudeAt, longitudeAt, mercatorX, mercatorY, worldSidePx } from '#web/map/drawn/mercator.ts';

const STEP_PX = 4;
const BIG_STEP_PX = 40;

const DIRECTIONS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A few pixels at this zoom, so that zooming in gives precision. Null for any other key. */
export function nudge(point: Point, key: string, big: boolean, zoom: number): Point | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const step = (big ? BIG_STEP_PX : STEP_PX) / worldSidePx(zoom);
  return {
    latitude: latitudeAt(mercatorY(point.latitude) + direction[1] * step),
    longitude: wrap(longitudeAt(mercatorX(point.longitude) + direction[0] * step)),
  };
}

/** Into -180 to 180. */
export function wrap(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}
