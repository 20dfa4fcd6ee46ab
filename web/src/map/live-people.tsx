import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { LivePerson, type MapPerson } from './live-person.tsx';
import { spread } from './live-spread.ts';
import { useMap } from './map-context.ts';
import { toLatLng } from './view.ts';

/** Between the middles of two faces side by side. */
const GAP_PX = 44;
/** Of two faces one above the other so much more apart as a word under the upper one needs. */
const CAPTION_STRETCH = 1.4;

type Props = {
  people: readonly MapPerson[];
  renderFace: (id: string) => ReactNode;
  selectedId: string | null;
  onSelect: (id: string) => void;
};

/** Friends on the map, none of them hidden behind another. */
export function LivePeople({ people, renderFace, selectedId, onSelect }: Props) {
  const map = useMap();
  const zoom = useSyncExternalStore(
    (onChange) => {
      map.on('zoomend', onChange);
      return () => void map.off('zoomend', onChange);
    },
    () => map.getZoom(),
  );
  const offsets = useMemo(() => {
    const places = people.map(({ id, point }) => {
      const { x, y } = map.project(toLatLng(point), zoom);
      return { id, x, y: y / CAPTION_STRETCH };
    });
    return spread(places, GAP_PX);
  }, [map, zoom, people]);
  const offsetOf = (id: string) => {
    const [x, y] = offsets.get(id) ?? [0, 0];
    return [x, Math.round(y * CAPTION_STRETCH)] as const;
  };
  return people.map((person) => (
    <LivePerson
      key={person.id}
      person={person}
      face={renderFace(person.id)}
      offset={offsetOf(person.id)}
      isSelected={person.id === selectedId}
      onSelect={onSelect}
    />
  ));
}
