import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import type { LatLngTuple, Map as LeafletMap } from 'leaflet';
import type { MapPoint } from './coordinates.ts';

export const toLatLng = ({ latitude, longitude }: MapPoint): LatLngTuple => [latitude, longitude];

/** Looks at a point; glides there unless the viewer prefers no motion. */
export function lookAt(map: LeafletMap, point: MapPoint, zoom: number): void {
  map.setView(toLatLng(point), zoom, { animate: !prefersReducedMotion() });
}

const PADDING_PX = 50;
/** Nearer than this a lone event would fill the view with one street. */
const FIT_ZOOM_MAX = 16;

type Fit = { maxZoom?: number; paddingRightPx?: number; paddingTopPx?: number; paddingBottomPx?: number };

/** What has to be left of a map between its paddings; with less, no zoom would fit. */
const ROOM_MIN_PX = 120;

/** The paddings above and below that a map of this height has room for. */
export function roomIn(
  map: LeafletMap,
  { paddingTopPx = PADDING_PX, paddingBottomPx = PADDING_PX }: Fit,
): { paddingTopPx: number; paddingBottomPx: number } {
  const spare = Math.max(0, map.getSize().y - ROOM_MIN_PX);
  const share = Math.min(1, spare / (paddingTopPx + paddingBottomPx));
  return { paddingTopPx: paddingTopPx * share, paddingBottomPx: paddingBottomPx * share };
}

/** Brings all points into view. Source: HOME-05. */
export function showAll(map: LeafletMap, points: readonly MapPoint[], fit: Fit = {}): void {
  if (points.length === 0) return;
  const { maxZoom = FIT_ZOOM_MAX, paddingRightPx = PADDING_PX } = fit;
  const { paddingTopPx, paddingBottomPx } = roomIn(map, fit);
  map.fitBounds(points.map(toLatLng), {
    paddingTopLeft: [PADDING_PX, paddingTopPx],
    paddingBottomRight: [paddingRightPx, paddingBottomPx],
    maxZoom,
    animate: !prefersReducedMotion(),
  });
}
