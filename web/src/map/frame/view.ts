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

type Fit = { maxZoom?: number; paddingRightPx?: number };

/** Brings all points into view. Source: HOME-05. */
export function showAll(
  map: LeafletMap,
  points: readonly MapPoint[],
  { maxZoom = FIT_ZOOM_MAX, paddingRightPx = PADDING_PX }: Fit = {},
): void {
  if (points.length === 0) return;
  map.fitBounds(points.map(toLatLng), {
    paddingTopLeft: [PADDING_PX, PADDING_PX],
    paddingBottomRight: [paddingRightPx, PADDING_PX],
    maxZoom,
    animate: !prefersReducedMotion(),
  });
}
