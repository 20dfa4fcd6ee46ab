import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { MapPoint } from '#web/map/frame/coordinates.ts';
import { arrange, type Pixel } from './arrangement.ts';
import { LiveCrowd } from './crowd.tsx';
import { LivePerson, type MapPerson } from './person.tsx';
import { useMap } from '#web/map/frame/map-context.ts';
import { toLatLng } from '#web/map/frame/view.ts';

type Props = {
  people: readonly MapPerson[];
  /** Fixed marks that must not be covered. */
  pins: readonly { point: MapPoint; caption: 'above' | 'below' }[];
  own: MapPoint | null;
  renderFace: (id: string) => ReactNode;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Brings the people of a crowd nearer. */
  onNearer: (points: readonly MapPoint[]) => void;
};

/** Friends on the map, none of them hidden behind another; those too close together for that as a crowd. */
export function LivePeople({ people, pins, own, renderFace, selectedId, onSelect, onNearer }: Props) {
  const map = useMap();
  const zoom = useSyncExternalStore(
    (onChange) => {
      map.on('zoomend', onChange);
      return () => void map.off('zoomend', onChange);
    },
    () => map.getZoom(),
  );
  const { crowds, offsetOf, readable } = useMemo(() => {
    const toPixel = (point: MapPoint): Pixel => {
      const { x, y } = map.project(toLatLng(point), zoom);
      return { x, y };
    };
    const placed = people.map(({ id, point, caption }) => ({ id, caption, ...toPixel(point) }));
    const fixed = {
      pins: pins.map(({ point, caption }) => ({ ...toPixel(point), caption })),
      own: own && toPixel(own),
    };
    // One cannot go nearer than the last zoom: there everybody has their own face, however far it has to step aside.
    return arrange(placed, fixed, { selectedId, mayGather: zoom < map.getMaxZoom() });
  }, [map, zoom, people, pins, own, selectedId]);
  const inCrowd = new Set(crowds.flatMap(({ memberIds }) => memberIds));
  return (
    <>
      {people
        .filter(({ id }) => !inCrowd.has(id))
        .map((person) => (
          <LivePerson
            key={person.id}
            person={person}
            face={renderFace(person.id)}
            offset={offsetOf(person.id)}
            hasRoom={readable.has(person.id)}
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
