import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { arrange, type Pixel } from './arrangement.ts';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { MARKS_MOVED } from '#web/map/frame/marks-moved.ts';
import { LiveCrowd } from './crowd.tsx';
import { LivePerson, type MapPerson } from './person.tsx';
import { LivePlace, type MapPlace } from './place.tsx';
import { useMap } from '#web/map/frame/map-context.ts';
import { toLatLng } from '#web/map/frame/view.ts';

type Props = {
  people: readonly MapPerson[];
  /** Fixed places that must not be covered, the most important name first. */
  pins: readonly MapPlace[];
  own: Point | null;
  renderFace: (id: string) => ReactNode;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Above and below, in px: not in sight. */
  hiddenPx: { top: number; bottom: number };
  /** Zooms in on a crowd. */
  onNearer: (points: readonly Point[]) => void;
};

/** Left, top, right, bottom in world pixels at its zoom; as text, for comparing. */
function viewOf(map: LeafletMap): string {
  const { min, max } = map.getPixelBounds();
  return [min?.x, min?.y, max?.x, max?.y].join(' ');
}

/** None hidden behind another; friends too close together become a crowd. */
export function LivePeople(props: Props) {
  const { people, pins, own, renderFace, selectedId, onSelect, onNearer } = props;
  const { top: hiddenTopPx, bottom: hiddenBottomPx } = props.hiddenPx;
  const map = useMap();
  const subscribe = useCallback(
    (onChange: () => void) => {
      map.on('zoomend moveend resize', onChange);
      return () => void map.off('zoomend moveend resize', onChange);
    },
    [map],
  );
  const zoom = useSyncExternalStore(subscribe, () => map.getZoom());
  const [left, top, right, bottom] = useSyncExternalStore(subscribe, () => viewOf(map))
    .split(' ')
    .map(Number);
  const { crowds, offsetOf, pinNames, readable } = useMemo(() => {
    const toPixel = (point: Point): Pixel => {
      const { x, y } = map.project(toLatLng(point), zoom);
      return { x, y };
    };
    const placed = people.map(({ id, point, captions }) => ({ id, captions, ...toPixel(point) }));
    const fixed = {
      pins: pins.map(({ point, name }) => ({ ...toPixel(point), name })),
      own: own && toPixel(own),
    };
    // At the last zoom everybody has their own face, however far it has to step aside.
    const view = {
      left: left!,
      top: top! + hiddenTopPx,
      right: right!,
      bottom: bottom! - hiddenBottomPx,
    };
    return arrange(placed, fixed, { selectedId, mayGather: zoom < map.getMaxZoom(), view });
  }, [map, zoom, left, top, right, bottom, hiddenTopPx, hiddenBottomPx, people, pins, own, selectedId]);
  const sides = pinNames.map((name) => `${name?.side} ${name?.shiftPx}`).join(' ');
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- names on the map give way to those of the places
  useEffect(() => void map.fire(MARKS_MOVED), [map, zoom, pins, sides]);
  const inCrowd = new Set(crowds.flatMap(({ memberIds }) => memberIds));
  return (
    <>
      {pins.map((pin, index) => (
        <LivePlace key={pin.kind} {...pin} shown={pinNames[index] ?? null} />
      ))}
      {people
        .filter(({ id }) => !inCrowd.has(id))
        .map((person) => (
          <LivePerson
            key={person.id}
            person={person}
            face={renderFace(person.id)}
            offset={offsetOf(person.id)}
            caption={readable.get(person.id) ?? null}
            isSelected={person.id === selectedId}
            onSelect={onSelect}
          />
        ))}
      {crowds.map(({ id, x, y, memberIds }) => {
        const { lat: latitude, lng: longitude } = map.unproject([x, y], zoom);
        const members = people.filter((person) => memberIds.includes(person.id));
        return (
          <LiveCrowd
            key={id}
            point={{ latitude, longitude }}
            offset={offsetOf(id)}
            members={members}
            renderFace={renderFace}
            onNearer={onNearer}
          />
        );
      })}
    </>
  );
}
