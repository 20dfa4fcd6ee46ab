import { mercatorX, mercatorY, worldSidePx } from './mercator.ts';
import type { Place, PlaceKind } from './places.ts';

/** Height of a label's line in pixels, by kind. */
export const LABEL_LINE_PX: Record<PlaceKind, number> = {
  country: 18,
  sea: 17,
  island: 18,
  town: 19,
  parish: 14,
  village: 16,
  bay: 15,
  landmark: 16,
};

/** Kinds shown as a dot with the name under it; the others have their name centred on the place. */
const DOTTED: ReadonlySet<PlaceKind> = new Set(['landmark', 'village', 'town']);
export const DOT_PX = 8;
const GAP_PX = 4;

/** x and y in pixels of the whole world at that zoom. */
export type PlacedLabel = { place: Place; x: number; y: number; dotted: boolean };

/** Those of which names are shown at that zoom, where there is room. */
export const placesAt = (places: readonly Place[], zoom: number): Place[] =>
  places.filter(({ from, to }) => zoom >= from && zoom <= to);

/** Labels that do not overlap; the earlier place wins. By the whole world, so that names do not come and go while panning. */
export function placeLabels(
  places: readonly Place[],
  zoom: number,
  widthOf: (place: Place) => number,
): PlacedLabel[] {
  const side = worldSidePx(zoom);
  const placed: PlacedLabel[] = [];
  const taken: PixelBox[] = [];
  for (const place of placesAt(places, zoom)) {
    const [x, y] = [mercatorX(place.longitude) * side, mercatorY(place.latitude) * side];
    const dotted = DOTTED.has(place.kind);
    const box = labelBox({ place, x, y }, widthOf(place));
    if (taken.some((other) => meets(box, other))) continue;
    taken.push(box);
    placed.push({ place, x, y, dotted });
  }
  return placed;
}

/** With a gap on either side. */
export function labelBox({ place, x, y }: Pick<PlacedLabel, 'place' | 'x' | 'y'>, width: number): PixelBox {
  const half = width / 2 + GAP_PX;
  const line = LABEL_LINE_PX[place.kind];
  if (!DOTTED.has(place.kind)) return [x - half, y - line / 2, x + half, y + line / 2];
  return [x - half, y - DOT_PX / 2, x + half, y + DOT_PX / 2 + line];
}

/** Left, top, right, bottom. */
export type PixelBox = [number, number, number, number];
export const meets = (a: PixelBox, b: PixelBox) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];
