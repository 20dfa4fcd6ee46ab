/** Web Mercator with the whole world in the unit square, north-west corner at 0, 0. */
export const TILE_SIDE_PX = 256;
const LATITUDE_MAX = 85.051129;

export function mercatorX(longitude: number): number {
  return longitude / 360 + 0.5;
}

export function mercatorY(latitude: number): number {
  const bounded = Math.min(Math.max(latitude, -LATITUDE_MAX), LATITUDE_MAX);
  const sine = Math.sin((bounded * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

export function longitudeAt(x: number): number {
  return (x - 0.5) * 360;
}

export const worldSidePx = (zoom: number): number => TILE_SIDE_PX * 2 ** zoom;
