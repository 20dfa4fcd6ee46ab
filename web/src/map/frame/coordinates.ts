import type { Point } from '#web/lib/geo/geodesy.ts';

/** Initial centre of the home map (section 9). */
export const HOME_CENTRE: Point = { latitude: 49.18, longitude: -2.1 };
/** The form's centre if the browser gives no position (EVF-05). */
export const FORM_CENTRE: Point = { latitude: 49.1833, longitude: -2.1 };

/** Coordinates may be text; null unless both are numbers on the globe (HOME-07). */
export function readPoint(
  latitude: number | string | null | undefined,
  longitude: number | string | null | undefined,
): Point | null {
  const [lat, lng] = [readNumber(latitude), readNumber(longitude)];
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  return { latitude: lat, longitude: lng };
}

function readNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
