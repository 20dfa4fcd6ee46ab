import { useEffect, useEffectEvent } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { useMovedByViewer } from '#web/map/frame/use-moved-by-viewer.ts';
import { panTo, showAll } from '#web/map/frame/view.ts';
import type { LiveMapProps } from './live-map.tsx';

const ZOOM = 16;
const FIT = {
  maxZoom: 18,
  /** Room for the buttons along the right edge: a face is not to be under them. */
  paddingRightPx: 88,
};
const FACE_ROOM_PX = 70;
/** Height of the page's header, which lies on the map only where a sheet does too. */
const HEADER_PX = 72;
/** Around whoever is selected, the viewer and the meeting point, whose names are read above them. */
const SELECTED_ROOM_PX = 48;
/** Nearer than this there is nothing in sight to tell a friend's place by. */
const FIRST_ZOOM_MAX = 17;
/** About 5 km: who is further away is not part of the first view. */
const NEARBY_DEGREES = 0.05;
/** About 300 m: who is as near as that to somebody selected stays in the view with them. */
const BESIDE_DEGREES = 0.003;

/** How much of the map the page's header and what lies over its lower part hide, in px. */
export const hiddenBy = (coverPx = 0) => ({ top: coverPx > 0 ? HEADER_PX : 0, bottom: coverPx });

export const fitOf = (coverPx = 0) =>
  coverPx > 0
    ? { ...FIT, paddingTopPx: HEADER_PX + 30, paddingBottomPx: coverPx + 40 }
    : { ...FIT, paddingBottomPx: 90 };

const fitSelected = (coverPx: number) => ({
  ...FIT,
  maxZoom: FIRST_ZOOM_MAX,
  paddingTopPx: SELECTED_ROOM_PX + (coverPx > 0 ? HEADER_PX : 0),
  paddingBottomPx: SELECTED_ROOM_PX + coverPx,
});

export const everything = ({ venue, meetingPoint, people, own }: LiveMapProps): Point[] => [
  venue.point,
  ...(meetingPoint ? [meetingPoint.point] : []),
  ...people.map(({ point }) => point),
  ...(own ? [own.point] : []),
];

const near = (points: readonly Point[], to: Point, degrees = NEARBY_DEGREES): Point[] =>
  points.filter(
    (point) =>
      Math.abs(point.latitude - to.latitude) < degrees && Math.abs(point.longitude - to.longitude) < degrees,
  );

/** Fits nearby people, then whoever is selected, until the viewer moves the map; then only brings the selected into sight. */
export function LiveMapCamera(props: LiveMapProps) {
  const map = useMap();
  // A press of a face only selects.
  const isTheirs = useMovedByViewer('.live-person');
  const { venue, people, own, meetingPoint, selectedId, coverPx = 0 } = props;
  const selected = people.find(({ id }) => id === selectedId);
  const isSelecting = selected !== undefined;

  const fit = useEffectEvent(() => {
    if (isTheirs.current || selected) return;
    const nearby = near(everything(props), venue.point);
    if (nearby.length > 1) showAll(map, nearby, { ...fitOf(coverPx), maxZoom: FIRST_ZOOM_MAX });
    else if (coverPx) showAll(map, nearby, { ...fitOf(coverPx), maxZoom: ZOOM });
  });
  // They come nearest first: one who overtakes another appears nowhere.
  const ids = people.map(({ id }) => id).toSorted();
  const shown = [...ids, own && 'own', meetingPoint && 'pin'].join(' ');
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whoever appears is to be fitted in
  useEffect(() => fit(), [shown, coverPx, isSelecting]);

  const show = useEffectEvent(() => {
    if (!selected) return;
    if (isTheirs.current) {
      panTo(map, selected.point, fitOf(coverPx), { x: FACE_ROOM_PX, y: FACE_ROOM_PX / 2 });
      return;
    }
    const way = [own, meetingPoint].flatMap((place) => (place ? [place.point] : []));
    const beside = near(
      people.map(({ point }) => point),
      selected.point,
      BESIDE_DEGREES,
    );
    showAll(map, [...beside, ...near(way, selected.point)], fitSelected(coverPx));
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whoever is looked at stays in sight as the sheet rises
  useEffect(() => show(), [selectedId, coverPx]);
  return null;
}
