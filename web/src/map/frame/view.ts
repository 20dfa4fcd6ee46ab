import type { Point } from '#web/lib/geo/geodesy.ts';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { latLngBounds, point, type LatLngTuple, type Map as LeafletMap, type PointTuple } from 'leaflet';

export const toLatLng = ({ latitude, longitude }: Point): LatLngTuple => [latitude, longitude];

/** A larger circle would only hide the map. */
export const ACCURACY_SHOWN_MAX_M = 5_000;

/** What a map does when its zoom animation ends; null for nothing. */
const zooming = new WeakMap<LeafletMap, (() => void) | null>();

export function followZoom(map: LeafletMap): void {
  map.on('zoomanim', () => zooming.set(map, zooming.get(map) ?? null));
  map.on('zoomend', () => {
    const next = zooming.get(map);
    zooming.delete(map);
    next?.();
  });
}

/** Moves the map, after the zoom that it animates: meanwhile Leaflet ignores what it is told. The last of several counts. */
function move(map: LeafletMap, run: () => void): void {
  if (zooming.has(map)) zooming.set(map, run);
  else run();
}

/** Glides there unless the viewer prefers no motion. */
export function lookAt(map: LeafletMap, point: Point, zoom: number): void {
  move(map, () => map.setView(toLatLng(point), zoom, { animate: !prefersReducedMotion() }));
}

const PADDING_PX = 50;
/** Nearer than this a lone event would fill the view with one street. */
const FIT_ZOOM_MAX = 16;

type Fit = {
  /** At once, whatever the viewer prefers. */
  isStill?: boolean;
  maxZoom?: number;
  paddingRightPx?: number;
  paddingTopPx?: number;
  paddingBottomPx?: number;
};

/** What the paddings must leave of a map; with less, no zoom would fit. */
const ROOM_MIN_PX = 120;

function roomIn(
  map: LeafletMap,
  { paddingTopPx = PADDING_PX, paddingBottomPx = PADDING_PX }: Fit,
): { paddingTopPx: number; paddingBottomPx: number } {
  const spare = Math.max(0, map.getSize().y - ROOM_MIN_PX);
  const share = Math.min(1, spare / (paddingTopPx + paddingBottomPx));
  return { paddingTopPx: paddingTopPx * share, paddingBottomPx: paddingBottomPx * share };
}

function paddingOf(map: LeafletMap, fit: Fit): { topLeft: PointTuple; bottomRight: PointTuple } {
  const { paddingTopPx, paddingBottomPx } = roomIn(map, fit);
  return {
    topLeft: [PADDING_PX, paddingTopPx],
    bottomRight: [fit.paddingRightPx ?? PADDING_PX, paddingBottomPx],
  };
}

/** Brings all points into view. Source: HOME-05. */
export function showAll(map: LeafletMap, points: readonly Point[], fit: Fit = {}): void {
  if (points.length === 0) return;
  move(map, () => {
    const { topLeft, bottomRight } = paddingOf(map, fit);
    map.fitBounds(points.map(toLatLng), {
      paddingTopLeft: topLeft,
      paddingBottomRight: bottomRight,
      maxZoom: fit.maxZoom ?? FIT_ZOOM_MAX,
      animate: !fit.isStill && !prefersReducedMotion(),
    });
  });
}

export function isAnyInSight(map: LeafletMap, points: readonly Point[]): boolean {
  const view = map.getBounds();
  return points.some((point) => view.contains(toLatLng(point)));
}

/** Brings a point into what `fit` leaves of the map, without zooming, with `room` around it, in px. */
export function panTo(map: LeafletMap, at: Point, fit: Fit, room: { x: number; y: number }): void {
  move(map, () => {
    const { paddingTopPx, paddingBottomPx } = roomIn(map, fit);
    map.panInside(toLatLng(at), {
      paddingTopLeft: [room.x, paddingTopPx + room.y],
      paddingBottomRight: [fit.paddingRightPx ?? PADDING_PX, paddingBottomPx + room.y],
      animate: !prefersReducedMotion(),
    });
  });
}

/** Zooms in on the points, by one level at least, in the middle of what `fit` leaves of the map. */
export function goNearer(map: LeafletMap, points: readonly Point[], fit: Fit): void {
  move(map, () => zoomIn(map, points, fit));
}

function zoomIn(map: LeafletMap, points: readonly Point[], fit: Fit): void {
  const { topLeft, bottomRight } = paddingOf(map, fit);
  const bounds = latLngBounds(points.map(toLatLng));
  const padding = point(topLeft).add(point(bottomRight));
  const zoom = Math.min(
    Math.max(map.getBoundsZoom(bounds, false, padding), map.getZoom() + 1),
    map.getMaxZoom(),
  );
  const aside = point(bottomRight).subtract(point(topLeft)).divideBy(2);
  const centre = map.unproject(map.project(bounds.getCenter(), zoom).add(aside), zoom);
  map.setView(centre, zoom, { animate: !prefersReducedMotion() });
}
